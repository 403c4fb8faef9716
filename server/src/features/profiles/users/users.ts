import {
  ApiError,
  type ConsentKind,
  type GenderGroup,
  genderGroups,
  invalidField,
  message,
  type MessageDescriptor,
  OLDEST,
  type OwnPicture,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { ageOn, missingIn } from './rules.ts'
import { type Account, hasAgreedTo, type Profile } from '../../../http/session.ts'
import { pictureAddress, type Reader } from '../../../infra/picture-address.ts'
import { isStaff } from '../../../infra/staff.ts'

export const isGenderGroup = (gender: string): gender is GenderGroup => genderGroups.some((group) => group === gender)

/** Works like `shown_to` in the database. Members who haven't chosen are shown as non-binary people. */
export function shownToOf(gender: string, chosen: readonly string[] | null): GenderGroup[] {
  const lowered = gender.toLowerCase()
  if (isGenderGroup(lowered)) return [lowered]
  const groups = genderGroups.filter((group) => chosen?.includes(group))
  return groups.length > 0 ? groups : ['non-binary']
}

export const isOnboarded = (account: Account, profile: Profile | null): boolean =>
  isStaff(account) || missingIn(account, profile).length === 0

/** People who are just joining agree to the terms in force, so none are required of them. */
type Agreed = { consents: readonly ConsentKind[]; termsVersion: string | null; requiredTerms: string | null }

export function onboardingOf(account: Account, profile: Profile | null, agreed: Agreed) {
  const { consents, termsVersion, requiredTerms } = agreed
  const hasAgreed = consents.includes('terms')
  const onboardingComplete = isOnboarded(account, profile)
  return {
    requiresVerification: account.email_verified_at === null,
    requiresProfileCompletion: !onboardingComplete,
    onboardingComplete,
    missingConsents: [
      ...(hasAgreed ? [] : (['acceptTerms'] as const)),
      ...(hasAgreed && requiredTerms !== null && !hasAgreedTo(requiredTerms, termsVersion)
        ? (['acceptNewTerms'] as const)
        : []),
      ...(consents.includes('special_category') ? [] : (['acceptSpecialCategory'] as const)),
    ],
  }
}

export function assertComplete(account: Account, profile: Profile | null): void {
  const errors = missingIn(account, profile)
  if (errors.length > 0)
    throw new ApiError(
      'invalid_request',
      message('Please add {fields}.', { fields: errors.map(({ path }) => names[path] ?? path) }),
      { errors },
    )
}

const names: Record<string, MessageDescriptor> = {
  gender: message('your gender'),
  interestedIn: message('who you’d like to meet'),
  dateOfBirth: message('your date of birth'),
  location: message('your location'),
}

export type AgeRule = { brand: string; minimumAge: number }

export function ageProblem(
  dateOfBirth: string,
  now: Date,
  { brand, minimumAge }: AgeRule,
): MessageDescriptor | undefined {
  const age = ageOn(dateOfBirth, now)
  if (age < 0 || age > OLDEST) return message('Please check your date of birth.')
  return age < minimumAge
    ? message('You need to be {age} or older to use {brand}.', { age: minimumAge, brand })
    : undefined
}

export function assertAge(dateOfBirth: string, now: Date, rule: AgeRule): void {
  const msg = ageProblem(dateOfBirth, now, rule)
  if (msg) throw invalidField('dateOfBirth', msg)
}

export type StoredPicture = Omit<OwnPicture, 'url'> & { position: number }
export type Addressing = Pick<Deps, 'keys' | 'clock'>

export const storedPictures = (profile: { pictures: Profile['pictures'] } | null | undefined): StoredPicture[] =>
  // Only `writePictures` writes this column.
  (profile?.pictures ?? []) as StoredPicture[]

/** Each URL works only for the viewer's session. */
export const withUrls = <P extends { publicId: string }>(
  { keys, clock }: Addressing,
  sessionId: string,
  pictures: readonly P[],
  reader: Reader = 'member',
) =>
  pictures.map((picture) => ({
    ...picture,
    url: pictureAddress(keys, sessionId, picture.publicId, clock.now(), reader),
  }))

/** Without a reason, staff see the photos that everyone sees. */
export const picturesFor = (reader: Reader, pictures: readonly StoredPicture[]): readonly StoredPicture[] =>
  reader === 'staff'
    ? pictures.filter(({ audience, review }) => audience === 'everyone' && review === 'shown')
    : pictures

const toPictures = (...given: Parameters<typeof withUrls<StoredPicture>>): OwnPicture[] =>
  withUrls(...given).map(({ position: _, ...picture }) => picture)

export const toOwnPictures = (
  context: Addressing,
  sessionId: string,
  pictures: readonly StoredPicture[],
  reader: Reader = 'member',
): OwnPicture[] => toPictures(context, sessionId, picturesFor(reader, pictures), reader)

/** Only for staff whose reason has been recorded. */
export const toPicturesForReason = (context: Addressing, sessionId: string, pictures: readonly StoredPicture[]) =>
  toPictures(context, sessionId, pictures, 'staff')

export function toPictureFields<P extends { url: string }>(
  pictures: readonly (P & { position?: number })[],
  hasMain: boolean,
) {
  return {
    profilePicture: hasMain ? (pictures[0]?.url ?? null) : null,
    more_pictures: pictures.slice(hasMain ? 1 : 0),
    pictures: [...pictures],
  }
}
