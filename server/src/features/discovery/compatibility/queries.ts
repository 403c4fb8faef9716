import { sql } from 'kysely'
import type { Known } from './rules.ts'
import type { Db } from '../../../infra/db/db.ts'

type KnownRow = Omit<Known, 'answers'> & { account_id: string; answers: Known['answers'] | null }

export async function knownOf(db: Db, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<KnownRow>`
    select p.account_id, p.intention, p.interests, p.basics, s.answers
    from profiles p left join answer_sheets s on s.account_id = p.account_id
    where p.account_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ account_id, answers, ...known }) => [account_id, { ...known, answers: answers ?? {} }]))
}
