import { ApiError, distances, type Dealbreakers, type Preferences } from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Profile, type Viewer } from '../../../http/session.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { countingFilters, lookingAs, paidFilters, restingFilters, today, type Looking } from '../people/service.ts'
import { OLDEST, saveProfile, YOUNGEST } from '../../profiles/index.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork } from '../../../work.ts'

const setFilters = (profile: Profile | null) => (profile?.filters ?? {}) as Dealbreakers

/** What counts now: paid filters rest while there is no premium. */
export const preferencesOf = (profile: Profile | null, premium: boolean): Preferences => ({
  ageMin: profile?.age_min ?? YOUNGEST,
  ageMax: profile?.age_max ?? OLDEST,
  distance: profile?.reach ?? null,
  interestedIn: profile?.interested_in ?? [],
  dealbreakers: countingFilters(setFilters(profile), premium),
})

type Wish = { [K in keyof Preferences]?: Preferences[K] | undefined }

export async function setPreferences(context: Deps, { account, profile }: Viewer, wish: Wish): Promise<Preferences> {
  const premium = isPremium(account, context.clock.now())
  const before = preferencesOf(profile, premium)
  const ages = { ageMin: wish.ageMin ?? before.ageMin, ageMax: wish.ageMax ?? before.ageMax }
  if (ages.ageMin > ages.ageMax) {
    const msg = 'The youngest cannot be older than the oldest.'
    throw new ApiError('invalid_request', msg, { errors: [{ path: 'ageMin', msg }] })
  }
  const filters = tidy(wish.dealbreakers ?? before.dealbreakers)
  if (!premium && Object.keys(filters).some((name) => paidFilters.includes(name)))
    throw new ApiError('premium_required', 'Filters on basics and on checked photos are part of premium.')
  const values: Updateable<Profiles> = {
    age_min: ages.ageMin,
    age_max: ages.ageMax,
    reach: wish.distance === undefined ? before.distance : wish.distance,
    interested_in: wish.interestedIn ?? before.interestedIn,
    filters: JSON.stringify({ ...restingFilters(setFilters(profile), premium), ...filters }),
  }
  const saved = await unitOfWork(context, asMember(account.id), ({ tx, now }) =>
    saveProfile(tx, account.id, values, now),
  )
  return preferencesOf(saved, premium)
}

/** What asks for nothing is left out. */
const tidy = (filters: Dealbreakers): Dealbreakers =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value === true)),
  )

/** What each filter hides, and which smallest change shows most: counts of people who fit both ways. */
export async function filterCosts(context: Deps, viewer: Viewer) {
  const looking = lookingAs(context, viewer)
  const count = (change: Partial<Looking>) =>
    queries.countFitting(context.inOrder, { ...looking, ...change }, today(context))
  const fitting = await count({})
  const lifted: [string, Partial<Looking>][] = [
    ['age', { ageMin: YOUNGEST, ageMax: OLDEST }],
    ['gender', { wants: ['woman', 'man', 'non-binary'] }],
    ...(looking.reach === null ? [] : [['distance', { reach: null }] as [string, Partial<Looking>]]),
    ...Object.keys(looking.filters).map((name): [string, Partial<Looking>] => [
      name,
      { filters: Object.fromEntries(Object.entries(looking.filters).filter(([key]) => key !== name)) },
    ]),
  ]
  const filters = await Promise.all(
    lifted.map(async ([name, change]) => ({ name, hides: Math.max(0, (await count(change)) - fitting) })),
  )
  return { fitting, filters, suggestion: await bestChange(looking, fitting, count) }
}

async function bestChange(looking: Looking, fitting: number, count: (change: Partial<Looking>) => Promise<number>) {
  const { ageMin, ageMax, reach } = looking
  const farther = reach === null ? undefined : distances.find((each) => each > reach)
  const steps: { text: string; change: Partial<Preferences>; as: Partial<Looking> }[] = [
    ...(farther
      ? [{ text: `Look up to ${farther} km away`, change: { distance: farther }, as: { reach: farther } }]
      : []),
    ...(ageMax < OLDEST
      ? [
          {
            text: `Include people up to ${ageMax + 2}`,
            change: { ageMax: Math.min(OLDEST, ageMax + 2) },
            as: { ageMax: ageMax + 2 },
          },
        ]
      : []),
    ...(ageMin > YOUNGEST
      ? [
          {
            text: `Include people from ${Math.max(YOUNGEST, ageMin - 2)}`,
            change: { ageMin: Math.max(YOUNGEST, ageMin - 2) },
            as: { ageMin: ageMin - 2 },
          },
        ]
      : []),
  ]
  const gains = await Promise.all(
    steps.map(async ({ text, change, as }) => ({ text, change, gains: (await count(as)) - fitting })),
  )
  const best = gains.toSorted((a, b) => b.gains - a.gains)[0]
  return best && best.gains > 0 ? best : null
}
