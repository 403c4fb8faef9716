import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { knownOf } from './answers.sql.ts'
import { metOf, UNKNOWN, type Usual } from './rules.ts'

const FACT = 'usual-wishes'
const stored = z.object({ mean: z.number(), people: z.number() })

export async function readUsualShare(db: Db): Promise<Usual> {
  const fact = await factOf(db, FACT)
  return fact === undefined ? UNKNOWN : stored.parse(fact)
}

export const usualShare = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<Usual> =>
  memory.cache(
    FACT,
    () => readUsualShare(db),
    () => true,
  )

/** The share of each other's preferences that two people meet. */
export type Met = { pair: readonly [string, string]; share: number }

/** Learns the usual share from pairs. Saves nothing if there are none. */
export async function saveUsualShare(db: Db, met: readonly Met[]): Promise<void> {
  if (met.length === 0) return
  const mean = met.reduce((sum, { share }) => sum + share, 0) / met.length
  await saveFact(db, FACT, { mean, people: new Set(met.flatMap(({ pair }) => pair)).size })
}

const MOST_SHEETS = 200
/** Comparing everyone with everyone takes longer than it is worth. */
const NEIGHBORS = 10

/** Pairs from the first answer sheets, while there are too few swipes to learn from. */
export async function readMetInSheets(db: Db): Promise<Met[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from answer_sheets order by account_id limit ${MOST_SHEETS}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const known = await knownOf(db, ids)
  return ids.flatMap((id, nth) =>
    ids.slice(nth + 1, nth + 1 + NEIGHBORS).flatMap((other): Met[] => {
      const [one, two] = [known.get(id), known.get(other)]
      const share = one && two ? metOf(one, two) : null
      return share === null ? [] : [{ pair: [id, other], share }]
    }),
  )
}
