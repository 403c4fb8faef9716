import {
  ApiError,
  type Dealbreakers,
  type FieldValue,
  type GenderGroup,
  message,
  type ProfileField,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { activeDealbreakers, listedAnswers } from './field-filters.ts'
import { activeFilters, filterNeedsPremium } from './rules.ts'
import { assertOn, fieldsOf, houseOf } from '../../operations/index.ts'
import { ageOn, missingIn, shownToOf } from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { consentRequired, isPremium, mayUseSpecialCategory, type Profile, type Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'

const FEWER = message('You hide how far away you are, so people who filter by distance won’t find you.')
const NO_ONE = message(
  'You hide how far away you are and filter by distance, so no one finds you. ' +
    'Remove the limit, or show how far away you are.',
)

/**
 * A notice for members who hide their distance. Two people share one distance, so if either hides it, neither may have
 * a distance limit (eligibility/queries.ts). With a limit of their own, no one finds such members.
 */
export async function distanceNotice(
  context: Answering & Pick<Deps, 'config' | 'db' | 'memory'>,
  { hidesDistance, reach }: { hidesDistance: boolean; reach: number | null },
) {
  const { language, gender } = context.caller
  if (!hidesDistance || (await houseOf(context)).place) return null
  if (reach === null) return { kind: 'seen_by_fewer' as const, text: write(language, FEWER, gender) }
  return { kind: 'unseen' as const, text: write(language, NO_ONE, gender) }
}

export type ViewerCriteria = {
  id: string
  age: number
  gender: string
  shownTo: readonly GenderGroup[]
  wants: readonly string[]
  ageMin: number
  ageMax: number
  reach: number | null
  hidesAge: boolean
  hidesDistance: boolean
  place: { x: number; y: number; z: number; level: number } | null
  filters: Dealbreakers
  now: Date
  basics: unknown
  intention: string | null
  photoChecked: boolean
  hasPremium: boolean
  /** The community’s own fields, and the viewer’s answers to them as others may filter by them. */
  fields: readonly ProfileField[]
  answers: Readonly<Record<string, FieldValue>>
}

export const today = ({ clock }: Pick<Deps, 'clock'>): string => clock.now().toISOString().slice(0, 10)

/** Includes paid filters that have no effect without premium. */
export const savedFilters = (profile: Profile | null): Dealbreakers =>
  // Only parsed preferences are saved in this column.
  (profile?.filters ?? {}) as Dealbreakers

/**
 * Only members with a complete profile can look at others: without one, no one could hide from them. A complete profile
 * includes the genders they want to meet, which needs their consent.
 */
export function assertComplete(viewer: Viewer) {
  const { account, profile } = viewer
  if (!mayUseSpecialCategory(viewer)) throw consentRequired('acceptSpecialCategory')
  const missing = missingIn(account, profile)
  if (!profile?.gender || !account.date_of_birth || missing.length > 0)
    throw new ApiError('profile_incomplete', 'Please finish your profile first.', {
      errors: missing,
    })
  return { account, profile, gender: profile.gender, born: account.date_of_birth }
}

/** Refuses a filter that is part of Premium, which not every installation offers. */
export async function refusePaidFilter(context: Pick<Deps, 'config' | 'db' | 'memory'>): Promise<never> {
  await assertOn(context, 'premium')
  throw filterNeedsPremium()
}

/** The dealbreakers in effect. Without premium, paid ones have no effect. */
export function effectiveFilters(
  profile: Profile | null,
  premium: boolean,
  fields: readonly ProfileField[],
): Dealbreakers {
  const { fields: saved, ...filters } = savedFilters(profile)
  const own = activeDealbreakers(fields, saved, premium)
  return { ...activeFilters(filters, premium), ...(Object.keys(own).length > 0 ? { fields: own } : {}) }
}

export async function viewerCriteria(
  context: Pick<Deps, 'clock' | 'config' | 'db' | 'memory'>,
  viewer: Viewer,
): Promise<ViewerCriteria> {
  assertComplete(viewer)
  const [fields, { place }] = await Promise.all([fieldsOf(context), houseOf(context)])
  const criteria = toCriteria(context, viewer, fields)
  return place ? { ...criteria, place: null, reach: null } : criteria
}

function toCriteria(context: Pick<Deps, 'clock'>, viewer: Viewer, fields: readonly ProfileField[]): ViewerCriteria {
  const { account, profile, gender, born } = assertComplete(viewer)
  const now = context.clock.now()
  const hasPremium = isPremium(account, now)
  return {
    id: account.id,
    age: ageOn(born, now),
    ...foundBy(gender, profile),
    wants: profile.interested_in.map((each) => each.toLowerCase()),
    ageMin: profile.age_min,
    ageMax: profile.age_max,
    reach: profile.reach,
    hidesAge: account.hide_age,
    hidesDistance: account.hide_distance,
    filters: effectiveFilters(profile, hasPremium, fields),
    now,
    basics: profile.basics ?? {},
    intention: profile.intention,
    photoChecked: account.photo_checked_at !== null,
    hasPremium,
    place: publishedPlace(profile),
    fields,
    answers: listedAnswers(fields, profile),
  }
}

/** The gender and groups by which lists find the viewer. */
const foundBy = (gender: string, { found_gender, found_shown_to, shown_to }: Profile) =>
  found_gender === null
    ? { gender, shownTo: shownToOf(gender, shown_to) }
    : { gender: found_gender, shownTo: shownToOf(found_gender, found_shown_to) }

export function publishedPlace(profile: Profile | null): ViewerCriteria['place'] {
  if (!profile) return null
  const { x, y, z, level } = profile
  return x === null || y === null || z === null ? null : { x, y, z, level }
}

/** Checks access to one person. Members who withdraw the consent that completed their profile keep their matches. */
export function assertMayLook(viewer: Viewer): void {
  if (mayUseSpecialCategory(viewer)) assertComplete(viewer)
}
