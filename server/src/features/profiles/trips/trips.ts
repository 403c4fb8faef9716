import { randomUUID } from 'node:crypto'
import { ApiError, type Trip } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { type Account, findViewer, isInGoodStanding, type Profile, type Viewer } from '../../../http/session.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { houseOf } from '../../operations/index.ts'
import { entersRisk, riskOf } from '../places/at-risk.ts'
import { cityIn } from '../places/city-names.ts'
import { findPlace, moveToCell, nowhere, toHomeColumn } from '../places/place-by-name.ts'
import type { Cell } from '../places/rules.ts'
import { type PlaceColumns, storedHome, toCell } from '../places/places.ts'
import { lockPlace } from '../places/queries.ts'
import { changeAccount, findProfile } from '../profile/queries.ts'
import { storedTrips } from './stored-trips.ts'
import { accountsWithDueTrips, saveTrips } from './queries.ts'
import { assertDays, assertFree, atMoment, sameCity, type StoredTrip, unknownCity } from './rules.ts'

// While a trip is running, the place of the profile is its destination, and `home` has the place to return to. So
// everything that reads a profile, and every list, has the member there, without knowing of trips. Both change in one
// transaction, which also hides members who are at risk under the laws of the other country.

type Traveler = { account: Account; profile: Profile }

/** Locks the account, so that changes of its trips follow each other. */
async function lockTraveler({ tx }: Work, accountId: string): Promise<Traveler | null> {
  const account = await changeAccount(tx, accountId, {}, false)
  const profile = await findProfile(tx, accountId)
  return profile && { account, profile }
}

const homeOf = ({ city, country, ...at }: Profile) => ({
  city,
  country,
  row: at.waiting_row ?? at.cell_row,
  column: at.waiting_column ?? at.cell_column,
})

/**
 * Moves the member to this trip's destination, or home. Both count as moves, so the cell may have to wait. Until then,
 * there is none: distances from the old one would show where the member comes from.
 */
async function moveTraveler({ tx, now }: Work, profile: Profile, to: StoredTrip | null): Promise<PlaceColumns> {
  const home = storedHome(profile)
  const locked = await lockPlace(tx, profile.account_id)
  const move = async (cell: Cell | null): Promise<PlaceColumns> => {
    const moved = await moveToCell(tx, locked, cell, now)
    return moved.waiting_row == null ? moved : { ...nowhere, ...moved }
  }
  if (to) {
    const { names, cell } = findPlace(to)
    const returning = toHomeColumn({ ...(home ?? homeOf(profile)), trip: to.id })
    return { ...names, ...(await move(cell)), ...returning }
  }
  const { city = null, country = null, row, column } = home ?? {}
  return { city, country, ...(await move(toCell(row, column))), home: null }
}

/** Saves the trips, and begins or ends the one that is due. */
async function settle(work: Work, { account, profile }: Traveler, trips: readonly StoredTrip[]): Promise<void> {
  const { tx, now } = work
  const { left, running, changesAt } = atMoment(trips, account.time_zone, now)
  const saved = { trips: JSON.stringify(left) }
  // No one could be hidden now. The same is due again as soon as the account is in good standing.
  if (!isInGoodStanding(account) || account.limited_until !== null)
    return void (await saveTrips(tx, account.id, { ...saved, trip_due_at: account.limited_until ?? now }))
  const isThere = (storedHome(profile)?.trip ?? null) === (running?.id ?? null)
  const place = isThere ? {} : await moveTraveler(work, profile, running)
  await saveTrips(tx, account.id, { ...saved, ...place, trip_due_at: changesAt })
  const timeZone = account.time_zone
  const country = place.country === undefined ? profile.country : place.country
  if (entersRisk({ profile, timeZone }, { profile: { ...profile, country }, timeZone }))
    await changeAccount(tx, account.id, { state: 'paused' }, false)
}

async function settleDue(context: Deps, accountId: string): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const traveler = await lockTraveler(work, accountId)
    const due = traveler?.profile.trip_due_at
    if (traveler && due && due <= work.now) await settle(work, traveler, storedTrips(traveler.profile))
  })
}

const AT_ONCE = 1000

/** Begins and ends the trips that are due. A job does it every 10 minutes. Where all have one place, they wait. */
export async function settleTrips(context: Deps, most = AT_ONCE): Promise<void> {
  if ((await houseOf(context)).place) return
  const due = await accountsWithDueTrips(context.db, context.clock.now(), most)
  await forEachSeparately(due, (accountId) => settleDue(context, accountId))
}

const AT_READ = 20

/**
 * Lists don't depend on the job: who reads one begins and ends trips, too, at most once in some seconds in each server.
 * Returns the viewer as they are then.
 */
export async function afterTrips(context: Deps, viewer: Viewer): Promise<Viewer> {
  const settleSome = () =>
    settleTrips(context, AT_READ).catch((error: unknown) => context.log.warn({ err: error }, 'trips'))
  await context.memory.cache('trips', settleSome)
  const now = context.clock.now()
  const due = viewer.profile?.trip_due_at
  // Dates are strings in the profile of a request.
  if (!due || new Date(due) > now || !isInGoodStanding(viewer.account) || (await houseOf(context)).place) return viewer
  await settleDue(context, viewer.account.id)
  return (await findViewer(context, viewer.sessionId, viewer.account.id, now)) ?? viewer
}

const toTrip = (
  language: Language,
  { account, profile }: Pick<Viewer, 'account' | 'profile'>,
  trip: StoredTrip,
): Trip => {
  const { id, city, country, from, to } = trip
  const home = storedHome(profile)
  const timeZone = account.time_zone
  const atHome = profile && { ...profile, country: home ? home.country : profile.country }
  const riskIn = riskOf({ profile: atHome, timeZone }, { profile: atHome && { ...atHome, country }, timeZone })
  return {
    _id: id,
    city: cityIn(language, { city, country }) ?? city,
    country,
    from,
    to,
    isRunning: home?.trip === id,
    ...(riskIn && { riskIn }),
  }
}

export const tripsOf = (language: Language, viewer: Pick<Viewer, 'account' | 'profile'>): Trip[] =>
  storedTrips(viewer.profile).map((trip) => toTrip(language, viewer, trip))

type Planned = { city: string; country?: string | null | undefined; from: string; to: string }

function destinationOf({ profile }: Traveler, { city, country }: Planned) {
  const { names, cell } = findPlace({ city, country })
  if (!cell || !names.city || !names.country) throw unknownCity()
  const home = findPlace(storedHome(profile) ?? profile).cell
  if (home?.row === cell.row && home.column === cell.column) throw sameCity()
  return { city: names.city, country: names.country }
}

export async function planTrip(context: Deps, { account: { id } }: Viewer, planned: Planned): Promise<void> {
  await unitOfWork(context, asMember(id), async (work) => {
    const traveler = await lockTraveler(work, id)
    if (!traveler?.profile.city) throw new ApiError('profile_incomplete', 'Please finish your profile first.')
    const { from, to } = planned
    const zone = traveler.account.time_zone
    assertDays({ from, to }, zone, work.now)
    const destination = destinationOf(traveler, planned)
    const { left } = atMoment(storedTrips(traveler.profile), zone, work.now)
    assertFree(left, { from, to })
    await settle(work, traveler, [...left, { id: randomUUID(), ...destination, from, to }])
  })
}

export async function endTrip(context: Deps, { account: { id } }: Viewer, tripId: string): Promise<void> {
  await unitOfWork(context, asMember(id), async (work) => {
    const traveler = await lockTraveler(work, id)
    const trips = storedTrips(traveler?.profile)
    const left = trips.filter((trip) => trip.id !== tripId.toLowerCase())
    if (!traveler || left.length === trips.length) throw new ApiError('not_found', 'We couldn’t find this trip.')
    await settle(work, traveler, left)
  })
}
