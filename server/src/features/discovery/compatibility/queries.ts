import type { ProfileField } from '@kindred/contract'
import { sql } from 'kysely'
import type { Known } from './rules.ts'
import { audienceOf, liveValue, ourQuestions, type Questions, storedAnswers } from '../../profiles/index.ts'
import type { Profile } from '../../../http/session.ts'
import type { Db } from '../../../infra/db/db.ts'

type KnownRow = Omit<Known, 'answers' | 'fields'> & {
  account_id: string
  answers: Known['answers'] | null
  fields?: Profile['fields']
}

/** Only answers that everyone may see count, so a score reveals no other one. */
function countedFields(fields: readonly ProfileField[], stored: Profile['fields'] | undefined): Known['fields'] {
  const answers = storedAnswers(stored === undefined ? null : { fields: stored })
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answers[field.id]
      const value = liveValue(field, answer)
      if (!answer || 'skipped' in answer || value === undefined || audienceOf(field, answer) !== 'everyone') return []
      const { id, weight, min = 0, max = 0 } = field
      return [[id, { value, weight, span: max - min }]]
    }),
  )
}

/** The fields and questions in use. */
export type Compared = { fields: readonly ProfileField[]; questions: Questions }

/** Sheets keep the answers to retired questions, which count in no score until they come back. */
const countedAnswers = (answers: Known['answers'], questions: Questions): Known['answers'] =>
  questions === ourQuestions ? answers : Object.fromEntries(Object.entries(answers).filter(([id]) => questions.has(id)))

export async function knownOf(
  db: Db,
  ids: readonly string[],
  { fields, questions }: Compared,
): Promise<Map<string, Known>> {
  const counted = fields.filter(({ weight }) => weight > 0)
  const { rows } = await sql<KnownRow>`
    select p.account_id, p.intention, p.interests, p.basics, s.answers
      ${counted.length > 0 ? sql`, p.fields` : sql``}
    from profiles p left join answer_sheets s on s.account_id = p.account_id
    where p.account_id = any(${ids}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ account_id, answers, fields: stored, ...known }) => [
      account_id,
      { ...known, answers: countedAnswers(answers ?? {}, questions), fields: countedFields(counted, stored) ?? {} },
    ]),
  )
}
