import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'

export const OrderPrior = z.strictObject({ likes: z.number(), of: z.number() })

/** The model fitted for the members of one gender group. */
export const FittedGroup = z.strictObject({
  genderGroup: shown,
  /** Priors for how readily members like and how often they are liked, used before their own swipes are known. */
  gives: OrderPrior,
  gets: OrderPrior,
  /** The logit of an average like rate, and the weights that move it. */
  usual: z.number(),
  weights: z.strictObject({
    readily: z.number(),
    liked: z.number(),
    ownLiked: z.number(),
    otherReadily: z.number(),
    score: z.number(),
  }),
})
export type FittedGroup = z.infer<typeof FittedGroup>

export const OrderFit = z.strictObject({
  version: z.number(),
  fittedAt: instant,
  choices: z.number(),
  /** The calibration slope on the latest tenth of the swipes: 1 is exact. Null for the defaults. */
  calibration: z.nullable(z.number()),
  /** The loss on them, and that of the version in use then: lower is better. */
  loss: z.nullable(z.number()),
  lossInUse: z.nullable(z.number()),
  adopted: z.boolean(),
  inUse: z.boolean(),
  groups: z.array(FittedGroup),
})
export type OrderFit = z.infer<typeof OrderFit>

/**
 * How evenly the active members of a group are shown. A number is null if the group, or the number itself, is about
 * fewer than five people.
 */
export const Fairness = z.strictObject({
  genderGroup: shown,
  /** The lowest age of the group. It ends where the next one starts. */
  ageFrom: z.number(),
  members: z.nullable(z.number()),
  /** 0 if everyone was shown equally often lately, 1 if one person got everything. */
  gini: z.nullable(z.number()),
  /** The share of members not shown in the last week, and of those shown less than a tenth of the mean. */
  unseen: z.nullable(z.number()),
  underATenth: z.nullable(z.number()),
  /** The mean exposure, as a share of that of their gender group. */
  exposure: z.nullable(z.number()),
  /** The share of the likes they received, and could have seen since, that they never saw. */
  lostLikes: z.nullable(z.number()),
  waitDays: z.nullable(z.number()),
  /** The share of the cards they swiped that were of people away for a month. */
  goneCards: z.nullable(z.number()),
  /** How far the learned ranking moves them up, as a share of a deck, with a 95 % interval. */
  effect: z.nullable(z.strictObject({ places: z.number(), low: z.number(), high: z.number() })),
})
export type Fairness = z.infer<typeof Fairness>

/** Per 100 cards of viewers in the test group and in the control group. The interval is that of the difference. */
const Measured = z.strictObject({
  learned: z.number(),
  heldOut: z.number(),
  difference: z.number(),
  low: z.number(),
  high: z.number(),
})
export type OutcomeMeasure = z.infer<typeof Measured>

/** Lets ranking consider the outcomes of matches: replies, dates, and whether both would meet again. */
export const OrderOutcomes = z.strictObject({
  on: z.boolean(),
  matches: z.number(),
  /** When ranking began to consider it: null while it is off. */
  since: z.nullable(instant),
  /** Updated every night. It, or a single measure, is null while there is too little to compare. */
  comparison: z.nullable(
    z.strictObject({
      cards: z.number(),
      cardsHeldOut: z.number(),
      /** Matches, and matches in which both members wrote. */
      matches: z.nullable(Measured),
      replies: z.nullable(Measured),
    }),
  ),
})
export type OrderOutcomes = z.infer<typeof OrderOutcomes>

const Order = dataOf({
  pinned: z.boolean(),
  fits: z.array(OrderFit),
  fairness: z.array(Fairness),
  outcomes: OrderOutcomes,
})

export const order = defineRoutes({
  getOrder: {
    method: 'GET',
    path: '/admin/order',
    access: 'staff:system',
    summary: 'Get the versions of the Discover ranking, newest first, and how evenly members are shown',
    returns: Order,
  },
  pinOrder: {
    method: 'PUT',
    path: '/admin/order',
    access: 'staff:system',
    stepUp: true,
    summary: 'Pin one version of the ranking, or, with null, use the best one again',
    body: z.strictObject({ version: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))) }),
    returns: Order,
    errors: ['not_found'],
  },
  setOrderOutcomes: {
    method: 'PUT',
    path: '/admin/order/outcomes',
    access: 'staff:system',
    stepUp: true,
    summary: 'Turn match outcomes in decks on or off',
    body: z.strictObject({ on: z.boolean() }),
    returns: Order,
  },
})
