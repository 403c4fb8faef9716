import type { Db } from '../../../infra/db/db.ts'
import { problemIn, rowLabel } from './chain.ts'
import { findLinksAfter, findLostHead, findUnchained } from './chain.sql.ts'

export type Verdict = {
  checked: number
  /** The number of entries whose content was erased. The chain covers their digests. */
  erased: number
  /** The last place and its hash. An operator keeps it for later comparisons. */
  head: string
  problem: string | null
}

/** Entries outside the chain were inserted past it, or left when its end was cut off. */
async function unchainedProblem(db: Db): Promise<string | null> {
  const row = await findUnchained(db)
  return row
    ? `The row ${rowLabel(row.id)} is ${row.logged ? 'not in the chain' : 'missing, but its content is still there'}.`
    : null
}

async function lostHeadProblem(db: Db): Promise<string | null> {
  const head = await findLostHead(db)
  if (!head) return null
  const row = `the row at place ${head.place}, noted at ${head.at.toISOString()}`
  return `The log was cut or rewritten: ${row}, is missing or different.`
}

/**
 * Reads the whole log and recomputes its chain, to the end or to the first wrong row. `earlierHead` was kept outside
 * the database, and must be in the chain.
 */
export async function verifyAudit(db: Db, earlierHead?: string): Promise<Verdict> {
  let [checked, erased, previous] = [0, 0, '']
  let isHeadFound = earlierHead === undefined
  for (let links = await findLinksAfter(db, 0); links.length > 0; links = await findLinksAfter(db, checked)) {
    for (const link of links) {
      const problem = problemIn(link, checked + 1, previous)
      if (problem) return { checked, erased, head: `${checked}:${previous}`, problem }
      checked++
      previous = link.hash
      isHeadFound ||= earlierHead === `${checked}:${previous}`
      if (link.salt === null) erased++
    }
  }
  const problem =
    (await unchainedProblem(db)) ??
    (await lostHeadProblem(db)) ??
    (isHeadFound ? null : `The log was cut or rewritten: its head used to be ${earlierHead}.`)
  return { checked, erased, head: `${checked}:${previous}`, problem }
}
