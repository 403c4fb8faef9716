import { randomInt } from 'node:crypto'
import {
  ApiError,
  type GenderGroup,
  type House,
  invalidField,
  message,
  type ProfileChange,
  type ProfileValues,
  YOUNGEST,
} from '@kindred/contract'
import * as suggestions from '@kindred/contract/profiles/suggestions'
import type { Updateable } from 'kysely'
import { claimsBrand, claimsTitle } from '@kindred/contract/name'
import type { Deps } from '../../../deps.ts'
import { configurationOf } from '../../operations/index.ts'
import { assertRequiredFields } from '../fields/required.ts'
import { assertOffered, keyOfValue, withGender } from '../values/rules.ts'
import { acceptedKinds, assertSpecialCategory, giveConsents } from '../consents/consents.ts'
import { isSpecialProfile } from '../consents/special-category.ts'
import { entersRisk } from '../places/at-risk.ts'
import { placeByName } from '../places/place-by-name.ts'
import { storedHome } from '../places/places.ts'
import {
  accountsWithDueGender,
  changeAccount,
  clearFoundGender,
  findProfile,
  type GenderRow,
  keepName,
  lockGender,
  saveProfile,
} from './queries.ts'
import { assertTextsNotHidden, inOwnWords } from './removed-content.ts'
import { assertFewChanges } from '../shown-texts/shown-texts.ts'
import { assertAge, assertComplete, isGenderGroup, shownToOf } from '../users/users.ts'
import type { Account, Profile, Viewer } from '../../../http/session.ts'
import { days, hours, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { assertName, fullName } from '../../../infra/names.ts'
import { asMember, type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

// A member's search shows only people who want to meet someone of the member's gender. Repeatedly changing that gender,
// or the groups that the member is shown to, would reveal which genders each of those people wants to meet.

const MOST_A_DAY = 2
const MOST_AT_ONCE = 2
const A_MONTH = days(30)
/** The job that ends the wait runs every ten minutes. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [hours(1), days(1) - minutes(10)]

const isSameGender = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Groups are always stored in the same order. */
const areSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

type Change = Pick<ProfileChange, 'gender' | 'shownTo'>

/**
 * The columns for a changed gender or changed groups to be shown to. Setting either for the first time, or changing
 * only its capitalization, doesn't count as a change.
 */
async function changeGender(tx: Tx, accountId: string, change: Change, now: Date): Promise<Updateable<Profiles>> {
  if (change.gender === undefined && change.shownTo === undefined) return {}
  const before = await lockGender(tx, accountId)
  const gender = change.gender ?? before?.gender
  assertInOwnWords(gender, change.shownTo)
  if (!gender) return {}
  const columns = columnsOf(gender, change.shownTo, before, now)
  if (!before?.gender) return columns
  const isSame = isSameGender(before.gender, gender)
  const isFirstAnswer = isSame && before.shown_to === null
  const [old, chosen] = [shownToOf(before.gender, before.shown_to), shownToOf(gender, columns.shown_to)]
  if (isFirstAnswer || (isSame && areSame(old, chosen))) return columns
  return { ...columns, ...waitFor(before.gender, before, now) }
}

/**
 * Members who enter a gender in their own words are shown to the same people as before, until they choose others. With
 * one of the listed genders, there is nothing to choose.
 */
function columnsOf(
  gender: string,
  shownTo: readonly GenderGroup[] | undefined,
  before: GenderRow | undefined,
  now: Date,
) {
  if (isGenderGroup(gender.toLowerCase())) return { gender, shown_to: null, shown_to_at: null }
  if (shownTo) return { gender, shown_to: shownToOf(gender, shownTo), shown_to_at: now }
  if (!before?.gender) return { gender, shown_to: null, shown_to_at: null }
  if (!isGenderGroup(before.gender.toLowerCase())) return { gender, shown_to: before.shown_to }
  return { gender, shown_to: shownToOf(before.gender, null), shown_to_at: null }
}

/** Columns for a gender entered by staff, which doesn't count as a change. The same people as before see the member. */
export const correctedGenderColumns = async (tx: Tx, accountId: string, gender: string, now: Date) =>
  columnsOf(gender, undefined, await lockGender(tx, accountId), now)

function assertInOwnWords(gender: string | null | undefined, shownTo: readonly GenderGroup[] | undefined): void {
  if (!shownTo) return
  const isChosen = gender && !isGenderGroup(gender.toLowerCase())
  if (isChosen || (gender && areSame(shownTo, shownToOf(gender, null)))) return
  throw invalidField('shownTo', message('You can choose this with a gender in your own words.'))
}

/**
 * How long lists keep using the earlier gender and groups. A random wait is never replaced by a shorter one, even if
 * the member changes back before it ends.
 */
function waitFor(gender: string, before: GenderRow, now: Date) {
  const { found_gender, found_gender_until, gender_changes } = before
  const within = (duration: number) =>
    (gender_changes ?? []).filter((at) => now.getTime() - at.getTime() < duration).toSorted((a, b) => +a - +b)
  const [first, ...others] = within(days(1))
  if (first && others.length + 1 >= MOST_A_DAY) throw tooOften(first.getTime() + days(1) - now.getTime())
  const recent = within(A_MONTH)
  const changes = { gender_changes: [...recent.slice(-1), now] }
  if (found_gender === null && recent.length < MOST_AT_ONCE) return changes
  const drawn = now.getTime() + randomInt(SHORTEST_WAIT, LONGEST_WAIT)
  return {
    ...changes,
    found_gender: found_gender ?? gender,
    found_shown_to: found_gender === null ? before.shown_to : before.found_shown_to,
    found_gender_until: new Date(Math.max(drawn, found_gender_until?.getTime() ?? 0)),
  }
}

const tooOften = (wait: number) =>
  new ApiError(
    'rate_limited',
    'You can change your gender and who you’re shown to twice a day. Please try again tomorrow.',
    {
      retryAfter: Math.ceil(wait / 1000),
    },
  )

type Waiting = Pick<GenderRow, 'gender' | 'shown_to' | 'found_gender' | 'found_shown_to' | 'gender_changes'>

/** Tells the member about a pending change, but not its exact time. */
export function toWaitingGender(profile: Waiting | null) {
  const { gender, shown_to, found_gender, found_shown_to, gender_changes } = profile ?? {}
  const last = gender_changes?.at(-1)
  if (!gender || !found_gender || !last) return null
  const shownTo = shownToOf(found_gender, found_shown_to ?? null)
  if (isSameGender(gender, found_gender) && areSame(shownTo, shownToOf(gender, shown_to ?? null))) return null
  // Dates are strings in the profile of a request.
  return { listedAs: found_gender, shownTo, by: new Date(new Date(last).getTime() + days(1)).toISOString() }
}

type Values = ProfileValues | undefined

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  // The filter removes exactly the keys that the type removes.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>

/** `name` is another field for the first name. */
const toAccountColumns = ({ firstName, name, lastName, dateOfBirth, timeZone }: ProfileChange): Updateable<Accounts> =>
  withoutUndefined({
    first_name: firstName ?? name,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    time_zone: timeZone,
  })

const toPromptKeys = <P extends { question: string }>(prompts: readonly P[], values: Values): P[] =>
  prompts.map((prompt) => ({ ...prompt, question: keyOfValue(values, 'prompts', prompt.question) }))

/** Stores suggestions by key, whatever language they were entered in, and merges different spellings. */
const keysOf = (keyOf: (text: string) => string, texts: readonly string[]): string[] => [...new Set(texts.map(keyOf))]

const toProfileColumns = (
  { gender, interestedIn, intention, bio, prompts, interests, languages, basics }: ProfileChange,
  values: Values,
): Updateable<Profiles> =>
  withoutUndefined({
    gender,
    interested_in: interestedIn,
    intention,
    bio: bio === '' ? null : bio,
    prompts: prompts && JSON.stringify(toPromptKeys(prompts, values)),
    interests: interests && keysOf((text) => keyOfValue(values, 'interests', text), interests),
    languages: languages && keysOf(suggestions.spoken.keyOf, languages),
    basics: basics && JSON.stringify(basics),
  })

/** Where everyone has one place, people get it when they complete their profile, and no one names another. */
function inHousePlace(sent: ProfileChange, house: House | undefined, isPlaced: boolean): ProfileChange {
  if (!house?.place) return sent
  const { location, ...others } = sent
  if (location && isPlaced) throw new ApiError('turned_off', 'This isn’t available here.')
  return isPlaced ? others : { ...others, location: house.place }
}

const homeCity = (profile: Profile | null) => (storedHome(profile) ?? profile)?.city ?? null

/** With `requireComplete`, refuses a change that leaves a profile unfit to be shown to others. */
export async function changeProfile(
  context: Deps,
  { account, profile: former }: Viewer,
  sent: ProfileChange,
  requireComplete: boolean,
): Promise<{ account: Account; profile: Profile }> {
  const { brand, house, profileValues } = await configurationOf(context)
  const placed = inHousePlace(sent, house, !requireComplete || Boolean(former?.city))
  const change = withGender(profileValues, placed, former)
  assertOffered(profileValues, change, former)
  // Completing a profile names a place, which has no effect until the address is verified (place-by-name.ts).
  if (change.location && !requireComplete && !account.email_verified_at)
    throw new ApiError('verification_required', 'Please confirm your email first.')
  // Members who joined before the minimum age rose stay, and may send the date that they have.
  if (change.dateOfBirth !== undefined && change.dateOfBirth !== account.date_of_birth)
    assertAge(change.dateOfBirth, context.clock.now(), { brand, minimumAge: house?.minimumAge ?? YOUNGEST })
  return unitOfWork(context, asMember(account.id), async ({ tx, now, jobs }) => {
    await assertFewChanges(tx, account.id, now)
    const columns = toAccountColumns(change)
    const before = await findProfile(tx, account.id)
    if (columns.first_name !== undefined) await keepName(tx, account.id, columns.first_name, now)
    const changed = await changeAccount(tx, account.id, columns, true)
    if (fullName(changed) !== fullName(account)) assertName(changed, brand)
    assertDateOfBirth(changed, change)
    assertGender(change, brand)
    await assertTextsNotHidden(tx, account.id, inOwnWords(change, profileValues), profileValues)
    await giveConsents({ tx, now, config: context.config }, account.id, acceptedKinds(change))
    if (isSpecialProfile(change)) await assertSpecialCategory(tx, account.id)
    const profile = await saveProfileDetails(tx, account.id, change, now, profileValues)
    if (requireComplete) assertComplete(changed, profile)
    await assertRequiredFields(tx, before, changed, profile)
    const isNamedAnew = fullName(changed) !== fullName(account) || homeCity(profile) !== homeCity(before)
    if (isNamedAnew || !account.complete) await jobs.add(tx, 'match-contacts', { accountId: account.id })
    const [former, next] = [account.time_zone, changed.time_zone]
    if (!entersRisk({ profile: before, timeZone: former }, { profile, timeZone: next }))
      return { account: changed, profile }
    return { account: await changeAccount(tx, account.id, { state: 'paused' }, false), profile }
  })
}

export async function saveProfileDetails(
  tx: Tx,
  accountId: string,
  change: ProfileChange,
  at: Date,
  values?: Values,
): Promise<Profile> {
  const place = change.location && (await placeByName(tx, accountId, change.location, at))
  const gender = await changeGender(tx, accountId, change, at)
  return saveProfile(tx, accountId, { ...toProfileColumns(change, values), ...gender, ...place }, at)
}

/** A profile shows the gender beside the name. */
function assertGender({ gender }: ProfileChange, brand: string): void {
  if (gender && (claimsTitle(gender) || claimsBrand(gender, brand)))
    throw invalidField('gender', message('This could be mistaken for our team. Please enter your gender.'))
}

/** A date of birth can be set only once. Otherwise, a minor could change it. */
function assertDateOfBirth({ date_of_birth }: Account, { dateOfBirth }: ProfileChange): void {
  if (dateOfBirth === undefined || date_of_birth === dateOfBirth) return
  throw invalidField('dateOfBirth', message('You can’t change your date of birth here. If it’s wrong, write to us.'))
}

/** Runs every 10 minutes. Applies a changed gender to lists after its wait. */
export async function listByNewGenders(context: Opening): Promise<void> {
  await forEachSeparately(await accountsWithDueGender(context.db, context.clock.now()), (accountId) =>
    unitOfWork(context, SYSTEM, ({ tx, now }) => clearFoundGender(tx, accountId, now)),
  )
}
