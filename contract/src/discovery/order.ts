import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'

export const OrderPrior = z.strictObject({ likes: z.number(), of: z.number() })

/** The model that was fitted for the members of one gender group. */
export const FittedGroup = z.strictObject({
  genderGroup: shown,
  /** Priors for how readily members like and how often they are liked, used until their own swipes are known. */
  gives: OrderPrior,
  gets: OrderPrior,
  /** The logit of an average like rate, and the weights that shift it. */
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
  /** The calibration slope on the latest tenth of the swipes, where 1 is exact. Null for the defaults. */
  calibration: z.nullable(z.number()),
  /** The loss on the latest tenth, and that of the version in use at the time. Lower is better. */
  loss: z.nullable(z.number()),
  lossInUse: z.nullable(z.number()),
  adopted: z.boolean(),
  inUse: z.boolean(),
  groups: z.array(FittedGroup),
})
export type OrderFit = z.infer<typeof OrderFit>

/**
 * How evenly the active members of a group are shown. A number is null if it, or the group, covers fewer than five
 * people.
 */
export const Fairness = z.strictObject({
  genderGroup: shown,
  /** The lowest age in the group, which ends where the next one starts. */
  ageFrom: z.number(),
  members: z.nullable(z.number()),
  /** 0 if everyone was shown equally often lately, and 1 if one person got all the exposure. */
  gini: z.nullable(z.number()),
  /** The share of members who weren't shown in the last week, and of those shown less than a tenth of the mean. */
  unseen: z.nullable(z.number()),
  underATenth: z.nullable(z.number()),
  /** The mean exposure, relative to that of the gender group. */
  exposure: z.nullable(z.number()),
  /** The share of received likes that members could have seen since, but never saw. */
  lostLikes: z.nullable(z.number()),
  waitDays: z.nullable(z.number()),
  /** The share of swiped cards that showed people who had been away for a month. */
  goneCards: z.nullable(z.number()),
  /** How far the learned ranking moves the group up, as a share of a deck, with a 95 % interval. */
  effect: z.nullable(z.strictObject({ places: z.number(), low: z.number(), high: z.number() })),
})
export type Fairness = z.infer<typeof Fairness>

/** Results per 100 cards for viewers in the test group and in the holdout. The interval is that of the difference. */
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
  /** The time when ranking began to consider outcomes, or null while this is off. */
  since: z.nullable(instant),
  /** Updated every night. The comparison or a single measure is null while there is too little data. */
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
