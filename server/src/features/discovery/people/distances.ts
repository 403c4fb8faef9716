import { ApiError, distances, type House, invalidField, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { houseOf } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'

type Reading = Pick<Deps, 'config' | 'db' | 'memory'>

/** How the viewer sees distances and places: without units, not at all. */
export type Outlook = { units: string | null; place: House['place'] }

export async function outlookOf(context: Reading, { account }: Viewer): Promise<Outlook> {
  const { place, units = account.units } = await houseOf(context)
  return { units: place ? null : units, place }
}

/** The distance limits that the operator offers, the smallest first. */
export async function offeredDistances(context: Reading): Promise<readonly number[]> {
  const { distances: offered = distances, place } = await houseOf(context)
  if (place) return []
  return offered.toSorted((one, other) => one - other)
}

/** Refuses a limit that isn't offered. One that a member has had since before stays. */
export async function assertOffered(context: Reading, distance: number | null | undefined): Promise<void> {
  if (distance === null || distance === undefined) return
  const offered = await offeredDistances(context)
  if (offered.includes(distance)) return
  if (offered.length === 0) throw new ApiError('turned_off', 'This isn’t available here.')
  throw invalidField('distance', message('Use one of {values}.', { values: offered.join(', ') }))
}
