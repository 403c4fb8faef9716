import { ApiError, type Dealbreakers, type Preferences, message } from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Profile, type Viewer } from '../../../http/session.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { areSpecialFilters, assertSpecialCategory, OLDEST, saveProfile, YOUNGEST } from '../../profiles/index.ts'
import { activeFilters, filterNeedsPremium, inactiveFilters, paidFilters } from '../eligibility/rules.ts'
import { savedFilters } from '../eligibility/viewer-criteria.ts'

export const toPreferences = (profile: Profile | null, premium: boolean): Preferences => ({
  ageMin: profile?.age_min ?? YOUNGEST,
  ageMax: profile?.age_max ?? OLDEST,
  distance: profile?.reach ?? null,
  interestedIn: profile?.interested_in ?? [],
  dealbreakers: activeFilters(savedFilters(profile), premium),
})

type PreferencesInput = { [K in keyof Preferences]?: Preferences[K] | undefined }

export async function setPreferences(
  context: Deps,
  { account, profile }: Viewer,
  input: PreferencesInput,
): Promise<Preferences> {
  const premium = isPremium(account, context.clock.now())
  const before = toPreferences(profile, premium)
  const ages = { ageMin: input.ageMin ?? before.ageMin, ageMax: input.ageMax ?? before.ageMax }
  if (ages.ageMin > ages.ageMax) {
    const msg = message('The minimum age can’t be higher than the maximum.')
    throw new ApiError('invalid_request', msg, { errors: [{ path: 'ageMin', msg }] })
  }
  const filters = withoutEmpty(input.dealbreakers ?? before.dealbreakers)
  if (!premium && Object.keys(filters).some((name) => paidFilters.includes(name))) throw filterNeedsPremium()
  const saved = input.dealbreakers && { ...inactiveFilters(savedFilters(profile), premium), ...filters }
  const values: Updateable<Profiles> = {
    age_min: ages.ageMin,
    age_max: ages.ageMax,
    reach: input.distance === undefined ? before.distance : input.distance,
    // Omitted fields keep their current value: the member may have withdrawn it since it was read.
    ...(input.interestedIn ? { interested_in: input.interestedIn } : {}),
    ...(saved ? { filters: JSON.stringify(saved) } : {}),
  }
  const isSpecial = Boolean(input.interestedIn?.length) || areSpecialFilters(saved)
  const changed = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (isSpecial) await assertSpecialCategory(tx, account.id)
    return saveProfile(tx, account.id, values, now)
  })
  return toPreferences(changed, premium)
}

const withoutEmpty = (filters: Dealbreakers): Dealbreakers =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value === true)),
  )
