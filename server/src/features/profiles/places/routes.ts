import { ApiError, FAR_FROM_CITIES, type places } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import { entersRisk } from './at-risk.ts'
import { citiesLike, cityOf, nameFor } from './cities.ts'
import { countryName, moveTo, type PlaceColumns, storedHome, toCell } from './places.ts'
import { changeAccount, findProfile } from '../profile/queries.ts'
import { assertTextsNotHidden } from '../profile/removed-content.ts'
import { houseOf } from '../../operations/index.ts'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { type NamedPlace, placeByName } from './place-by-name.ts'
import { lockPlace, savePlace } from './queries.ts'
import { cellAt, hasLeft, type Position } from './rules.ts'

async function setLocation(context: Deps, account: Account, to: Position | NamedPlace): Promise<void> {
  const { id: accountId, time_zone: timeZone } = account
  await unitOfWork(context, asMember(accountId), async ({ tx, now, jobs }) => {
    const place =
      'latitude' in to ? await placeByPosition(tx, accountId, to, now) : await placeByName(tx, accountId, to, now)
    if (!place) return
    const before = await findProfile(tx, accountId)
    await assertTextsNotHidden(tx, accountId, to)
    await savePlace(tx, accountId, place, now)
    if (place.city !== before?.city) await jobs.add(tx, 'match-contacts', { accountId })
    const after = before && { ...before, country: place.country === undefined ? before.country : place.country }
    if (entersRisk({ profile: before, timeZone }, { profile: after, timeZone }))
      await changeAccount(tx, accountId, { state: 'paused' }, false)
  })
}

/** The exact position isn't stored or passed on. Its cell is stored, if it has changed. */
async function placeByPosition(tx: Tx, accountId: string, position: Position, now: Date): Promise<PlaceColumns | null> {
  const { before } = await lockPlace(tx, accountId)
  // A device on a trip isn't at home, and nothing else would have a use for its position.
  if (storedHome(before)) throw new ApiError('conflict', 'You’re on a trip, so enter your home city by name.')
  const current = toCell(before?.cell_row, before?.cell_column)
  if (current && !hasLeft(current, position)) return null
  const cell = cellAt(position)
  const place = await moveTo(tx, before, cell, now)
  if (!place) return null
  // The label is that of the published cell, which may be much larger than the member's own.
  const near = cityOf(cell, place.level ?? 0)
  return {
    ...place,
    ...(near ? { city: near.name, country: countryName(near.country) } : { city: FAR_FROM_CITIES, country: null }),
  }
}

const MOST_PLACES = 8

export const placeHandlers: Handlers<typeof places> = {
  setLocation: async (context, { body }) => {
    if ((await houseOf(context)).place) throw new ApiError('turned_off', 'This isn’t available here.')
    await setLocation(context, context.viewer.account, body)
    return { done: true }
  },
  searchPlaces: async ({ caller }, { query }) => ({ data: { places: placesLike(query.q, caller.language) } }),
}

/** Removes places that read the same. */
function placesLike(text: string, language: Language) {
  const named = citiesLike(text, MOST_PLACES).map((city) => ({
    city: nameFor(text, city, language),
    country: countryName(city.country),
  }))
  return [...new Map(named.map((place) => [`${place.city} ${place.country}`, place])).values()]
}
