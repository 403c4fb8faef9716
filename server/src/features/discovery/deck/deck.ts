import {
  ApiError,
  type Card,
  type Dealbreakers,
  type FieldFilters,
  invalidField,
  message,
  type MessageDescriptor,
  OLDEST,
  type Preferences,
  type ProfileField,
  YOUNGEST,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { type Comparisons, comparisonsOf, type ExplainedScore, toInterval } from '../compatibility/compatibility.ts'
import {
  candidatePool,
  countEligible,
  currentOrder,
  currentOutcomes,
  eligibleAmong,
  fetchLikersAndBoosts,
  saveBoost,
} from './queries.ts'
import { HANDFUL, handfulOf } from './handful.ts'
import {
  isHeldOut,
  type Slot,
  rankCandidates,
  rankLikers,
  readCursor,
  secretSeed,
  short,
  turnsFor,
  writeCursor,
} from './ranking.ts'
import { PAGE_SIZE, composePage, seededRandom } from './rules.ts'
import {
  assertComplete,
  effectiveFilters,
  savedFilters,
  today,
  refusePaidFilter,
  viewerCriteria,
  type ViewerCriteria,
} from '../eligibility/eligibility.ts'
import { areSensitive, assertDealbreakers, needsPremium } from '../eligibility/field-filters.ts'
import { inactiveFilters, paidFilters } from '../eligibility/rules.ts'
import { seePeople } from '../people/people.ts'
import type { PersonRow } from '../people/queries.ts'
import { assertOffered, offeredDistances, type Outlook, outlookOf } from '../people/distances.ts'
import { toCloseness, toPerson } from '../people/to-person.ts'
import { houseOf, profileSettingsIn } from '../../operations/index.ts'
import {
  afterTrips,
  assertIntentions,
  type Addressing,
  areSpecialFilters,
  assertSensitiveConsent,
  assertSpecialCategory,
  holdAccount,
  saveProfile,
} from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import { isPremium, type Profile, type Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { write } from '../../../infra/language/write.ts'
import { asMember, unitOfWork } from '../../../work.ts'

const BOOST_LASTS = minutes(30)

export async function boost(context: Deps, viewer: Viewer): Promise<Date> {
  const { id } = assertComplete(viewer).account
  return unitOfWork(context, asMember(id), async ({ tx, now }) => {
    if (!isPremium(viewer.account, now)) throw new ApiError('premium_required', 'Premium includes one boost a month.')
    const ends = later(now, BOOST_LASTS)
    const month = `${now.toISOString().slice(0, 7)}-01`
    if (!(await saveBoost(tx, id, month, now, ends)))
      throw new ApiError('conflict', 'You’ve used this month’s boost. You’ll get another one next month.')
    return ends
  })
}

const toCard = (
  context: Addressing & Answering,
  { viewer, criteria, outlook }: Pick<DeckRequest, 'viewer' | 'criteria'> & { outlook: Outlook },
  row: PersonRow,
  compared: ExplainedScore | undefined,
  boosted: boolean,
): Card => ({
  user: toPerson(context, { viewer, nearness: 'eligible', fields: criteria.fields, outlook }, row),
  ...toCloseness(row, { viewer, outlook }, compared?.score.score ?? null, context.caller.language),
  interval: compared ? toInterval(compared.score) : null,
  reasons: compared?.reasons ?? [],
  boosted,
})

const MOST_LIKERS = 100
const MOST_SERVED = 400

type Calling = Deps & Answering
type DeckRequest = { viewer: Viewer; criteria: ViewerCriteria; comparisons: Comparisons }

/** Composes a whole page, so that no part of it reveals more than another. */
async function nextPage(
  context: Deps,
  { criteria, comparisons }: DeckRequest,
  served: readonly string[],
  { boosts = true } = {},
): Promise<Slot[]> {
  const before = new Set(served)
  const unserved = (ids: readonly string[]) => ids.filter((id) => !before.has(short(id)))
  const day = today(context)
  const [rows, { stats, likers, boosted, renewedOn }, orderOf, learned] = await Promise.all([
    candidatePool(context.upToDateIndexScans, criteria, day, before.size),
    fetchLikersAndBoosts(context.upToDate, criteria, day, MOST_LIKERS, MOST_SERVED),
    currentOrder(context),
    currentOutcomes(context),
  ])
  const outcomes = isHeldOut(context.lastingKeys, criteria.id) ? null : learned
  const turn = turnsFor(context.keys, criteria.id)
  const field = { stats, orderOf, outcomes, turn, now: criteria.now, served: before }
  const order = await rankCandidates(rows, field, comparisons, PAGE_SIZE)
  const random = seededRandom(secretSeed(context.keys, criteria.id, renewedOn.toISOString(), String(served.length)))
  return composePage(order, rankLikers(likers, field), boosts ? unserved(boosted) : [], PAGE_SIZE, random)
}

/** Excludes people who have been blocked or swiped since an earlier page. */
async function stillEligible(context: Deps, { criteria }: DeckRequest, rest: readonly Slot[]): Promise<Slot[]> {
  if (rest.length === 0) return []
  const ids = rest.map(({ id }) => id)
  const eligible = new Set(await eligibleAmong(context.upToDate, criteria, today(context), ids))
  return rest.filter(({ id }) => eligible.has(id))
}

/** The cursor contains the people already served and the rest of the current page. */
export async function discover(context: Calling, asking: Viewer, limit: number, cursor: string | undefined) {
  const viewer = await afterTrips(context, asking)
  const criteria = await viewerCriteria(context, viewer)
  if (viewer.account.state === 'paused') return { people: [], nextCursor: null }
  const request = { viewer, criteria, comparisons: comparisonsOf({ ...context, db: context.upToDate }, criteria.id) }
  const walk = readCursor(cursor)
  const { handful_hour: hour } = viewer.account
  if (hour !== null) return discoverHandful(context, request, { limit, hour, served: walk.served })
  const served = [...walk.served]
  let rest = await stillEligible(context, request, walk.rest)
  const page: Slot[] = []
  let isShort = false
  while (page.length < limit && !isShort) {
    if (rest.length === 0) {
      rest = await nextPage(context, request, served)
      // No one comes after a page with empty slots.
      isShort = rest.length < PAGE_SIZE
    }
    const taken = rest.slice(0, limit - page.length)
    rest = rest.slice(taken.length)
    page.push(...taken)
    served.push(...taken.map(({ id }) => short(id)))
  }
  const people = await cardsOf(context, request, page)
  const isOver = page.length < limit || served.length >= MOST_SERVED
  return { people, nextCursor: isOver ? null : writeCursor({ served, rest }) }
}

type HandfulPage = { limit: number; hour: number; served: readonly string[] }

/** In quiet mode. A boost takes none of the few places. */
async function discoverHandful(context: Calling, request: DeckRequest, { limit, hour, served }: HandfulPage) {
  const { id, time_zone } = request.viewer.account
  const { ids, nextAt } = await handfulOf(context, { id, time_zone, hour }, async (before) =>
    (await nextPage(context, request, before, { boosts: false })).map((slot) => slot.id),
  )
  const slots = ids.filter((each) => !served.includes(short(each))).map((each) => ({ id: each, boosted: false }))
  const open = await stillEligible(context, request, slots)
  const page = open.slice(0, limit)
  const nextServed = [...served, ...page.map((slot) => short(slot.id))].slice(-HANDFUL)
  return {
    people: await cardsOf(context, request, page),
    nextCursor: open.length > limit ? writeCursor({ served: nextServed, rest: [] }) : null,
    ...(nextAt ? { handful: { nextAt: nextAt.toISOString() } } : {}),
  }
}

async function cardsOf(context: Calling, request: DeckRequest, page: readonly Slot[]): Promise<Card[]> {
  const { viewer, comparisons } = request
  const ids = page.map(({ id }) => id)
  const [outlook, rows, explained] = await Promise.all([
    outlookOf(context, viewer),
    seePeople(context, viewer, ids),
    comparisons.explained(ids),
  ])
  const boosted = new Set(page.flatMap((slot) => (slot.boosted ? [slot.id] : [])))
  return rows.map((row) => toCard(context, { ...request, outlook }, row, explained.get(row.id), boosted.has(row.id)))
}

type Change = Partial<ViewerCriteria>
type Count = (change: Change) => Promise<number>

export async function filterCosts(context: Deps & Answering, asking: Viewer) {
  const viewer = await afterTrips(context, asking)
  const criteria = await viewerCriteria(context, viewer)
  const count: Count = (change) => countEligible(context.upToDateIndexScans, { ...criteria, ...change }, today(context))
  const fitting = await count({})
  const { minimumAge: youngest = YOUNGEST } = await houseOf(context)
  const offered = { youngest, distances: await offeredDistances(context) }
  const filters = await Promise.all(
    withoutEach(criteria).map(async ([name, change]) => ({
      name,
      hides: Math.max(0, (await count(change)) - fitting),
    })),
  )
  return {
    fitting,
    filters,
    suggestion: await bestChange({ criteria, offered, language: context.caller.language }, fitting, count),
    withoutFilters: fitting === 0 ? await everyoneHidden(count) : null,
  }
}

async function everyoneHidden(count: Count) {
  const people = await count({ ageMin: YOUNGEST, ageMax: OLDEST, reach: null, filters: {} })
  const change: Partial<Preferences> = { ageMin: YOUNGEST, ageMax: OLDEST, distance: null, dealbreakers: {} }
  return people > 0 ? { people, change } : null
}

function withoutEach({ reach, filters }: ViewerCriteria): [name: string, change: Change][] {
  const { fields = {}, ...others } = filters
  const without = (name: string): Change => ({
    filters: Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name)),
  })
  const withoutField = (id: string): Change => ({
    filters: { ...others, fields: Object.fromEntries(Object.entries(fields).filter(([key]) => key !== id)) },
  })
  const distance: [string, Change][] = reach === null ? [] : [['distance', { reach: null }]]
  return [
    ['age', { ageMin: YOUNGEST, ageMax: OLDEST }],
    ['gender', { wants: ['woman', 'man', 'non-binary'] }],
    ...distance,
    ...Object.keys(others).map((name): [string, Change] => [name, without(name)]),
    ...Object.keys(fields).map((id): [string, Change] => [`fields.${id}`, withoutField(id)]),
  ]
}

type Step = { text: MessageDescriptor; change: Partial<Preferences>; as: Change }

type Offered = { youngest: number; distances: readonly number[] }

function stepsFrom({ ageMin, ageMax, reach }: ViewerCriteria, { youngest, distances }: Offered): Step[] {
  const farther = reach === null ? undefined : distances.find((each) => each > reach)
  const [younger, older] = [Math.max(youngest, ageMin - 2), Math.min(OLDEST, ageMax + 2)]
  return [
    ...(farther
      ? [
          {
            text: message('Look up to {km} km away', { km: farther }),
            change: { distance: farther },
            as: { reach: farther },
          },
        ]
      : []),
    ...(ageMax < OLDEST
      ? [
          {
            text: message('Include people up to age {age}', { age: ageMax + 2 }),
            change: { ageMax: older },
            as: { ageMax: ageMax + 2 },
          },
        ]
      : []),
    ...(ageMin > youngest
      ? [
          {
            text: message('Include people from age {age}', { age: younger }),
            change: { ageMin: younger },
            as: { ageMin: younger },
          },
        ]
      : []),
  ]
}

async function bestChange(
  { criteria, offered, language }: { criteria: ViewerCriteria; offered: Offered; language: Language },
  fitting: number,
  count: Count,
) {
  const gains = await Promise.all(
    stepsFrom(criteria, offered).map(async ({ text, change, as }) => ({
      text: write(language, text),
      change,
      gains: (await count(as)) - fitting,
    })),
  )
  const best = gains.toSorted((a, b) => b.gains - a.gains)[0]
  return best && best.gains > 0 ? best : null
}

export const toPreferences = (
  profile: Profile | null,
  premium: boolean,
  fields: readonly ProfileField[],
): Preferences => ({
  ageMin: profile?.age_min ?? YOUNGEST,
  ageMax: profile?.age_max ?? OLDEST,
  distance: profile?.reach ?? null,
  interestedIn: profile?.interested_in ?? [],
  dealbreakers: effectiveFilters(profile, premium, fields),
})

type PreferencesInput = { [K in keyof Preferences]?: Preferences[K] | undefined }

export async function setPreferences(
  context: Deps,
  { account, profile }: Viewer,
  input: PreferencesInput,
): Promise<Preferences> {
  const premium = isPremium(account, context.clock.now())
  const { fields, values: choices } = await profileSettingsIn(context.db)
  const before = toPreferences(profile, premium, fields)
  assertIntentions(choices, 'dealbreakers.intention', input.dealbreakers?.intention ?? [])
  const ages = { ageMin: input.ageMin ?? before.ageMin, ageMax: input.ageMax ?? before.ageMax }
  if (ages.ageMin > ages.ageMax) {
    throw invalidField('ageMin', message('The minimum age can’t be higher than the maximum.'))
  }
  if (input.distance !== before.distance) await assertOffered(context, input.distance)
  const filters = withoutEmpty(input.dealbreakers ?? before.dealbreakers)
  if (!premium && Object.keys(filters).some((name) => paidFilters.includes(name))) await refusePaidFilter(context)
  const own = input.dealbreakers?.fields
  if (own) assertDealbreakers(fields, own)
  if (own && !premium && needsPremium(fields, own)) await refusePaidFilter(context)
  const saved = input.dealbreakers && {
    ...inactiveFilters(savedFilters(profile), premium),
    ...filters,
    ...savedFields(profile, before, own),
  }
  const values: Updateable<Profiles> = {
    age_min: ages.ageMin,
    age_max: ages.ageMax,
    reach: input.distance === undefined ? before.distance : input.distance,
    // Omitted fields aren't written, because the member may have withdrawn them since they were read.
    ...(input.interestedIn ? { interested_in: input.interestedIn } : {}),
    ...(saved ? { filters: JSON.stringify(saved) } : {}),
  }
  const isSpecial = Boolean(input.interestedIn?.length) || areSpecialFilters(saved)
  const changed = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (isSpecial) await assertSpecialCategory(tx, account.id)
    if (own && areSensitive(fields, own)) {
      await holdAccount(tx, account.id)
      await assertSensitiveConsent(tx, account.id)
    }
    return saveProfile(tx, account.id, values, now)
  })
  return toPreferences(changed, premium, fields)
}

/** Dealbreakers without effect stay saved: paid ones without premium, and those on retired fields. */
function savedFields(profile: Profile | null, { dealbreakers }: Preferences, own: FieldFilters | undefined) {
  const inactive = Object.entries(savedFilters(profile).fields ?? {}).filter(([id]) => !dealbreakers.fields?.[id])
  const fields = { ...Object.fromEntries(inactive), ...own }
  return Object.keys(fields).length > 0 ? { fields } : {}
}

const withoutEmpty = (filters: Dealbreakers): Dealbreakers =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value === true)),
  )
