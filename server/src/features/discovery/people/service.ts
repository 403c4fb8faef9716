import { ApiError, type ListedPerson, type Person, type Picture } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { comparing, explain } from '../compatibility/service.ts'
import { addressed, ageOn, isOnline, type KeptPicture, missingIn, said, shownPictures } from '../../profiles/index.ts'
import { spendViews } from './budget.ts'
import * as queries from './queries.ts'
import { coarse, countingFilters, distanceInKm, distanceInWords } from './rules.ts'

export { personalData } from './personal-data.ts'

export { anywhere, blocksAround, bySquare, generationsOf, groupsOf, seeksViewer, standingsNear } from './near.ts'
export { spendViews } from './budget.ts'
export { countingFilters, paidFilters, restingFilters } from './rules.ts'
export {
  areMatched,
  distanceTo,
  fits,
  hiddenFrom,
  liked,
  matched,
  notBlocked,
  rowsOf,
  type Looking,
} from './queries.ts'

export const today = ({ clock }: Pick<Deps, 'clock'>): string => clock.now().toISOString().slice(0, 10)

/** Whoever looks at people has said who they are: otherwise nobody could be kept from them. */
export function lookingAs(context: Pick<Deps, 'clock'>, { account, profile }: Viewer): queries.Looking {
  const missing = missingIn(account, profile)
  if (!profile || missing.length > 0)
    throw new ApiError('profile_incomplete', 'Please finish your profile first. Others have done so, too.', {
      errors: missing,
    })
  const { x, y, z, level } = profile
  const now = context.clock.now()
  return {
    id: account.id,
    age: ageOn(account.date_of_birth!, now),
    gender: profile.gender!,
    wants: profile.interested_in.map((each) => each.toLowerCase()),
    ageMin: profile.age_min,
    ageMax: profile.age_max,
    reach: profile.reach,
    hidesAge: account.hide_age,
    hidesDistance: account.hide_distance,
    filters: countingFilters((profile.filters ?? {}) as object, isPremium(account, now)),
    now,
    basics: (profile.basics ?? {}) as object,
    intention: profile.intention,
    photoChecked: account.photo_checked_at !== null,
    place: x === null || y === null || z === null ? null : { x, y, z, level },
  }
}

type Showing = Pick<Deps, 'keys' | 'clock'>
/** What decides how much of somebody this viewer sees. */
export type Between = { viewer: Viewer; matched: boolean }

/** A person as another member sees them. */
export function personFor(context: Showing, { viewer, matched }: Between, row: queries.PersonRow): Person {
  const now = context.clock.now()
  const seesPresence = row.show_last_active && viewer.account.show_last_active
  const kept = (row.profile.pictures as unknown as KeptPicture[]).filter(
    ({ review, audience }) => review === 'shown' && (matched || audience === 'everyone'),
  )
  const shown = addressed(context, viewer.sessionId, kept).map(
    ({ position: _position, audience: _audience, review: _review, ...picture }): Picture => ({ ...picture, name: '' }),
  )
  return {
    _id: row.id,
    firstName: row.first_name,
    name: row.first_name,
    ...said(row.profile),
    age: row.hide_age ? null : ageOn(row.date_of_birth, now),
    ...shownPictures(shown, kept[0]?.position === 0),
    photoChecked: row.photo_checked_at !== null,
    isOnline: seesPresence && isOnline(row, now),
    lastActive: seesPresence && row.last_active_at ? coarse(row.last_active_at, now).toISOString() : null,
  }
}

/** How near, as far as it is told; how well it goes together comes from whoever knows. */
export function closeness(row: queries.PersonRow, viewer: Viewer, compatibilityScore: number | null) {
  const bucket = row.hide_distance ? null : row.distance
  return {
    distance: distanceInKm(bucket),
    distanceFormatted: distanceInWords(bucket, viewer.account.units),
    compatibilityScore,
  }
}

/** These people, as the viewer sees them in a list. */
export async function listed(context: Deps, viewer: Viewer, ids: readonly string[]): Promise<ListedPerson[]> {
  const looking = lookingAs(context, viewer)
  if (viewer.account.state === 'paused') return []
  await spendViews(context, viewer, ids)
  const [rows, fits] = await Promise.all([
    queries.rowsOf(context.db, looking, ids),
    comparing(context, viewer.account.id).fits(ids),
  ])
  return rows.map((row) => ({
    ...personFor(context, { viewer, matched: false }, row),
    ...closeness(row, viewer, fits.get(row.id)?.score.score ?? null),
  }))
}

/** These people by their ids. For one's matches, what is for matches alone is among it. */
export async function peopleOf(context: Deps, between: Between, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await queries.rowsOf(context.db, lookingAs(context, between.viewer), ids)
  return new Map(rows.map((row) => [row.id, personFor(context, between, row)]))
}

/** Whether somebody may be looked at, and chosen. */
export async function canReach(
  { db }: Pick<Deps, 'db'>,
  viewerId: string,
  id: string,
): Promise<{ matched: boolean } | null> {
  const reached = id === viewerId ? undefined : await queries.reachable(db, viewerId, id)
  if (!reached) return null
  const { state, viewer_state, incognito, hidden, likes_me, matched } = reached
  // On a break, one sees one's matches alone, and is seen by them alone.
  const both = state === 'active' && viewer_state === 'active'
  return matched || (both && !hidden && (!incognito || likes_me)) ? { matched } : null
}

/** Why something of somebody is not there to be seen. */
function hidden(row: queries.PersonRow, viewer: Viewer) {
  const their = (there: boolean, field: 'age' | 'distance' | 'lastActive', why: string) =>
    there ? [{ field, why }] : []
  return [
    ...their(row.hide_age, 'age', 'They do not show their age.'),
    ...their(row.hide_distance, 'distance', 'They do not show how far away they are.'),
    ...(viewer.account.show_last_active
      ? []
      : their(true, 'lastActive', 'You do not show when you were here last, so you do not see it of others.')),
  ]
}

export const nobody = () => new ApiError('not_found', 'There is no such person.')

/** Refuses a look at somebody whom this viewer can't reach; a look at anybody but a match counts. */
async function reach(context: Deps, viewer: Viewer, id: string) {
  const looking = lookingAs(context, viewer)
  const reached = await canReach(context, viewer.account.id, id)
  if (!reached) throw nobody()
  if (!reached.matched) await spendViews(context, viewer, [id])
  return { looking, matched: reached.matched }
}

/** How two go together, for whoever may look at the other. */
export async function compatibilityWith(context: Deps, viewer: Viewer, id: string) {
  await reach(context, viewer, id)
  return explain(context, viewer.account.id, id)
}

export async function onePerson(context: Deps, viewer: Viewer, id: string) {
  const { looking, matched } = await reach(context, viewer, id)
  const [[row], fits] = await Promise.all([
    queries.rowsOf(context.db, looking, [id]),
    comparing(context, viewer.account.id).fits([id]),
  ])
  if (!row) throw nobody()
  return {
    user: personFor(context, { viewer, matched }, row),
    privacyInfo: { hidden: hidden(row, viewer) },
    ...closeness(row, viewer, fits.get(id)?.score.score ?? null),
  }
}
