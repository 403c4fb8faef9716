import {
  ApiError,
  type FriendCard,
  type FriendPreferences,
  invalidField,
  message,
  OLDEST,
  YOUNGEST,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { readCursor, short, writeCursor } from '../deck/ranking.ts'
import { assertComplete, today, viewerCriteria } from '../eligibility/eligibility.ts'
import { bitsOf, EVERYONE, groupsIn } from '../eligibility/rules.ts'
import { assertOffered, outlookOf } from '../people/distances.ts'
import { seePeople } from '../people/people.ts'
import { startFor } from '../people/queries.ts'
import { toCloseness, toPerson } from '../people/to-person.ts'
import { fieldsOf, houseOf } from '../../operations/index.ts'
import { storedPictures } from '../../profiles/index.ts'
import {
  deleteFriendProfile,
  type FriendProfile,
  friendPictures,
  friendPool,
  friendProfileOf,
  type FriendSeeker,
  lockFriendProfile,
  saveFriendProfile,
} from './queries.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Profile, Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asMember, unitOfWork } from '../../../work.ts'

type Wanted = Pick<FriendProfile, 'wants' | 'age_min' | 'age_max' | 'reach' | 'pictures'>

const unset: Wanted = { wants: EVERYONE, age_min: YOUNGEST, age_max: OLDEST, reach: null, pictures: [] }

const toPreferences = ({ wants, age_min, age_max, reach, pictures }: Wanted): FriendPreferences => ({
  genders: groupsIn(wants),
  ageMin: age_min,
  ageMax: age_max,
  distance: reach,
  pictures,
})

export const notAmongFriends = () => new ApiError('conflict', 'Choose “Look for friends” first.')

export async function getFriendPreferences({ db }: Deps, { account }: Viewer): Promise<FriendPreferences | null> {
  const saved = await friendProfileOf(db, account.id)
  return saved ? toPreferences(saved) : null
}

type Change = { [K in keyof FriendPreferences]?: FriendPreferences[K] | undefined }

/** The first change makes the member take part. */
export async function setFriendPreferences(context: Deps, viewer: Viewer, change: Change): Promise<FriendPreferences> {
  const { account, profile } = assertComplete(viewer)
  const saved = await friendProfileOf(context.db, account.id)
  if (change.distance !== saved?.reach) await assertOffered(context, change.distance)
  return unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const before = (await lockFriendProfile(tx, account.id)) ?? unset
    const ages = { age_min: change.ageMin ?? before.age_min, age_max: change.ageMax ?? before.age_max }
    if (ages.age_min > ages.age_max) {
      throw invalidField('ageMin', message('The minimum age can’t be higher than the maximum.'))
    }
    const wanted: Wanted = {
      ...ages,
      wants: change.genders ? bitsOf(change.genders) : before.wants,
      reach: change.distance === undefined ? before.reach : change.distance,
      pictures: change.pictures ? ownPictures(profile, change.pictures) : before.pictures,
    }
    await saveFriendProfile(tx, account.id, wanted, now)
    return toPreferences(wanted)
  })
}

/** Makes someone take part without any preferences. */
export async function joinFriends(tx: Tx, accountId: string, now: Date): Promise<void> {
  await lockFriendProfile(tx, accountId)
  await saveFriendProfile(tx, accountId, unset, now)
}

/** Leaves out photos that were deleted in the meantime. */
function ownPictures(profile: Profile, ids: readonly string[]): string[] {
  const own = new Set(storedPictures(profile).map(({ publicId }) => publicId))
  return [...new Set(ids)].filter((id) => own.has(id))
}

export const leaveFriends = (tx: Tx, accountId: string): Promise<void> => deleteFriendProfile(tx, accountId)

async function seekerOf(context: Deps, viewer: Viewer, mine: FriendProfile): Promise<FriendSeeker> {
  const [criteria, { place }] = await Promise.all([viewerCriteria(context, viewer), houseOf(context)])
  const { profile, account } = assertComplete(viewer)
  const lower = (texts: readonly string[]) => texts.map((each) => each.toLowerCase())
  return {
    ...criteria,
    ageMin: mine.age_min,
    ageMax: mine.age_max,
    reach: place ? null : mine.reach,
    friendWants: mine.wants,
    hidesGender: account.hide_gender,
    isOnePlace: place !== undefined,
    interests: lower(profile.interests),
    languages: lower(profile.languages),
  }
}

/** The cursor has the people who were already served, as in the deck for dating. */
export async function listFriends(
  context: Deps & Answering,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ people: FriendCard[]; nextCursor: string | null }> {
  const { account } = assertComplete(viewer)
  const mine = await friendProfileOf(context.upToDate, account.id)
  if (!mine) throw notAmongFriends()
  // No one finds them, so they find no one.
  if (account.state === 'paused' || account.incognito) return { people: [], nextCursor: null }
  const seeker = await seekerOf(context, viewer, mine)
  const day = today(context)
  const served = [...readCursor(cursor).served]
  const before = new Set(served)
  const pool = await friendPool(context.upToDateIndexScans, seeker, day, startFor(seeker, day))
  const open = pool.filter((id) => !before.has(short(id)))
  const page = open.slice(0, limit)
  const rest = { served: [...served, ...page.map(short)], rest: [] }
  return {
    people: await cardsOf(context, viewer, page),
    nextCursor: open.length > page.length ? writeCursor(rest) : null,
  }
}

async function cardsOf(context: Deps & Answering, viewer: Viewer, ids: readonly string[]): Promise<FriendCard[]> {
  const [outlook, fields, rows, pictures] = await Promise.all([
    outlookOf(context, viewer),
    fieldsOf(context),
    seePeople(context, viewer, ids),
    friendPictures(context.db, ids),
  ])
  return rows.map((row) => {
    const friend = { pictures: pictures.get(row.id) ?? [] }
    const { compatibilityScore: _score, ...closeness } = toCloseness(
      row,
      { viewer, outlook },
      null,
      context.caller.language,
    )
    return {
      user: toPerson(context, { viewer, nearness: 'stranger', fields, outlook, friend }, row),
      ...closeness,
    }
  })
}
