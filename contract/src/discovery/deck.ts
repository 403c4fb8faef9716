import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { FieldFilters } from '../profiles/fields.ts'
import { dataOf, id, instant, integer, oneOf, plainText, shown, text, wholeNumber } from '../text.ts'
import {
  Closeness,
  DistanceNotice,
  distances,
  Intention,
  Interval,
  OLDEST,
  Person,
  Reason,
  YOUNGEST,
} from '../profiles/users.ts'

export const Card = z.extend(
  z.strictObject({
    user: Person,
    interval: z.nullable(Interval),
    reasons: z.array(Reason),
    boosted: z.boolean(),
  }),
  Closeness.shape,
)
export type Card = z.infer<typeof Card>

/** A reason for a card's rank. No reason depends on whether the person likes the viewer. */
const OrderReason = z.strictObject({
  kind: z.enum(['preferences', 'new', 'turn', 'near', 'active', 'likely', 'liked', 'agree']),
  text: shown,
})
export type OrderReason = z.infer<typeof OrderReason>

const some = <T extends z.ZodMiniType>(value: T) => z.optional(z.array(value).check(z.maxLength(10)))
const word = text(1, 40)

/** The viewer's requirements. Those about basics and verified photos need Premium. */
export const Dealbreakers = z.strictObject({
  intention: some(Intention),
  children: some(word),
  smoking: some(word),
  drinking: some(word),
  diet: some(word),
  religion: some(word),
  checkedOnly: z.optional(z.boolean()),
  /** Only people who joined in the last two weeks. It narrows the member's own deck, and hides them from no one. */
  newHere: z.optional(z.boolean()),
  /** The community’s own fields. */
  fields: z.optional(FieldFilters),
})
export type Dealbreakers = z.output<typeof Dealbreakers>

const age = integer(YOUNGEST, OLDEST)
const known = z.refine<number>((value) => distances.some((each) => each === value), oneOf(distances))

export const Preferences = z.strictObject({
  ageMin: age,
  ageMax: age,
  distance: z.nullable(z.number().check(known)),
  interestedIn: z.array(text(1, 40)).check(z.maxLength(10, 'Add up to {maximum}.')),
  dealbreakers: Dealbreakers,
})
export type Preferences = z.output<typeof Preferences>
const preferencesAnswer = dataOf({ preferences: Preferences, notice: DistanceNotice })

export const discovery = defineRoutes({
  discover: {
    method: 'GET',
    path: '/discovery',
    access: 'member',
    summary: 'Get people who are a mutual fit, in a ranking that’s fair to both',
    query: z.strictObject({
      limit: z._default(wholeNumber(1, 100), 20),
      cursor: z.optional(plainText(4000)),
    }),
    returns: dataOf({
      people: z.array(Card),
      nextCursor: z.nullable(shown),
      /** Only in quiet mode, once there are people for today: when the next ones come. */
      handful: z.optional(z.strictObject({ nextAt: instant })),
    }),
    errors: ['profile_incomplete'],
  },
  getOrderReasons: {
    method: 'GET',
    path: '/discovery/reasons/:userId',
    access: 'member',
    summary: 'Explain why someone is in your deck; empty if they aren’t',
    params: z.strictObject({ userId: id }),
    returns: dataOf({ reasons: z.array(OrderReason) }),
    errors: ['profile_incomplete'],
  },
  getPreferences: {
    method: 'GET',
    path: '/discovery/preferences',
    access: 'account',
    summary: 'Get your preferences',
    returns: preferencesAnswer,
  },
  setPreferences: {
    method: 'PUT',
    path: '/discovery/preferences',
    access: 'account',
    summary: 'Change your preferences; anything you leave out stays the same',
    body: z.partial(Preferences),
    returns: preferencesAnswer,
    errors: ['premium_required', 'turned_off'],
  },
  getFilterCosts: {
    method: 'GET',
    path: '/discovery/filters',
    access: 'member',
    summary: 'Get how many people each filter hides, and the smallest change that shows the most',
    returns: dataOf({
      fitting: z.number(),
      filters: z.array(z.strictObject({ name: shown, hides: z.number() })),
      suggestion: z.nullable(z.strictObject({ text: shown, gains: z.number(), change: z.partial(Preferences) })),
      /** Set if the filters hide everyone: the number of people without filters, and the change that shows them. */
      withoutFilters: z.nullable(z.strictObject({ people: z.number(), change: z.partial(Preferences) })),
    }),
    errors: ['profile_incomplete'],
  },
  boost: {
    method: 'POST',
    path: '/discovery/boost',
    access: 'member',
    feature: 'boosts',
    summary: 'Boost your profile for 30 minutes; once a month with Premium',
    returns: dataOf({ endsAt: instant }),
    status: 201,
    errors: ['premium_required', 'conflict', 'profile_incomplete'],
  },
})
