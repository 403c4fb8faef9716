import { type FieldValue, type ProfileField, yesNo } from '@kindred/contract'
import { recordConsents, saveProfile } from '../features/profiles/index.ts'
import type { Work } from '../work.ts'
import { pick, type Random } from './pick.ts'

/** Most people answer most questions. */
const ANSWERED = 0.85

function answerTo({ kind, options, min = 0, max = 0 }: ProfileField, random: Random): FieldValue | undefined {
  const ids = options.map(({ id }) => id)
  if (kind === 'one') return pick(random, ids)
  if (kind === 'several') return [...new Set([pick(random, ids), pick(random, ids)])]
  if (kind === 'number') return min + Math.floor(random() * (max - min + 1))
  // Words of their own would need a writer for each field.
  return kind === 'yes-no' ? pick(random, yesNo) : undefined
}

/** Answers the fields of a recipe. */
export async function answerFields(
  work: Work<'config'>,
  accountId: string,
  fields: readonly ProfileField[],
  random: Random,
): Promise<void> {
  const answers = fields.flatMap((field) => {
    const value = answerTo(field, random)
    return value !== undefined && (field.required || random() < ANSWERED) ? [{ field, value }] : []
  })
  if (answers.length === 0) return
  if (answers.some(({ field }) => field.sensitive)) await recordConsents(work, accountId, ['sensitive_fields'])
  const stored = Object.fromEntries(
    answers.map(({ field: { id, kind, audience }, value }) => [id, { kind, value, audience }]),
  )
  await saveProfile(work.tx, accountId, { fields: JSON.stringify(stored) }, work.now)
}
