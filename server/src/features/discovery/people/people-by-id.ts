import type { ListedPerson, Person } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { comparisonsOf } from '../compatibility/compare.ts'
import { assertComplete, assertMayLook } from '../eligibility/viewer-criteria.ts'
import { personRows } from './person.sql.ts'
import { seePeople } from './spend-views.ts'
import { toListedPerson, toPerson, type Perspective } from './to-person.ts'

export async function listedPeople(
  context: Deps & Answering,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ListedPerson[]> {
  assertComplete(viewer)
  if (viewer.account.state === 'paused') return []
  const [rows, comparisons] = await Promise.all([
    seePeople(context, viewer, ids),
    comparisonsOf(context, viewer.account.id).explained(ids),
  ])
  return rows.map((row) =>
    toListedPerson(context, { viewer, matched: false }, row, comparisons.get(row.id)?.score.score ?? null),
  )
}

/** For people the viewer is or was matched with. Matches also see pictures that are for matches only. */
export async function peopleById(
  context: Deps & Answering,
  perspective: Perspective,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  assertMayLook(perspective.viewer)
  const rows = await personRows(context.db, ids)
  return new Map(rows.map((row) => [row.id, toPerson(context, perspective, row)]))
}
