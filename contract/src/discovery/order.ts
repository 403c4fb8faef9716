import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown } from '../text.ts'

export const OrderPrior = z.strictObject({ likes: z.number(), of: z.number() })

/** What was fitted for the members of one gender group. */
export const FittedGroup = z.strictObject({
  genderGroup: shown,
  /** How readily its members like, and how often they are liked, before their own choices are known. */
  gives: OrderPrior,
  gets: OrderPrior,
  /** The logit of an average choice, and what moves it. */
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
  /** 0: the defaults. */
  version: z.number(),
  fittedAt: instant,
  choices: z.number(),
  /** The slope of its calibration on the latest tenth of the choices: 1 is exact. Null for the defaults. */
  calibration: z.nullable(z.number()),
  /** Its loss there, and that of the version in use then: lower is better. */
  loss: z.nullable(z.number()),
  lossInUse: z.nullable(z.number()),
  adopted: z.boolean(),
  inUse: z.boolean(),
  groups: z.array(FittedGroup),
})
export type OrderFit = z.infer<typeof OrderFit>

/**
 * How evenly the active members of a group are shown. A figure is null if the group has fewer than five people, or if
 * the figure would be about fewer.
 */
export const Fairness = z.strictObject({
  genderGroup: shown,
  /** The ages from this one on, until that of the next group. */
  ageFrom: z.number(),
  members: z.nullable(z.number()),
  /** 0 if all were shown equally often lately, 1 if one got everything. */
  gini: z.nullable(z.number()),
  /** Shares of the members: not shown in the last week at least, and less than a tenth of the mean. */
  unseen: z.nullable(z.number()),
  underATenth: z.nullable(z.number()),
  /** The mean exposure, as a share of that of their gender group. */
  exposure: z.nullable(z.number()),
  /** Of the likes that they got and could have seen since, the share that they never saw. */
  lostLikes: z.nullable(z.number()),
  /** The median of the days until a newcomer’s first match. */
  waitDays: z.nullable(z.number()),
  /** Of the cards that they judged, the share of people who had been away for a month. */
  goneCards: z.nullable(z.number()),
  /** By how much the learned order moves them up, as a share of a deck, with a 95 % interval. */
  effect: z.nullable(z.strictObject({ places: z.number(), low: z.number(), high: z.number() })),
})
export type Fairness = z.infer<typeof Fairness>

/** For each 100 cards of viewers who get it, and of those held out. The interval is that of the difference. */
const Measured = z.strictObject({
  learned: z.number(),
  heldOut: z.number(),
  difference: z.number(),
  low: z.number(),
  high: z.number(),
})
export type OutcomeMeasure = z.infer<typeof Measured>

/** Whether decks consider what comes of matches: replies, dates, and whether both would meet again. */
export const OrderOutcomes = z.strictObject({
  on: z.boolean(),
  /** How many matches it was learned from. */
  matches: z.number(),
  /** Since when decks have considered it: null while they don’t. */
  since: z.nullable(instant),
  /** Counted every night. Null, or a measure is null, while there is too little to compare. */
  comparison: z.nullable(
    z.strictObject({
      cards: z.number(),
      cardsHeldOut: z.number(),
      /** Matches, and matches in which both wrote. */
      matches: z.nullable(Measured),
      replies: z.nullable(Measured),
    }),
  ),
})
export type OrderOutcomes = z.infer<typeof OrderOutcomes>

const Order = dataOf({
  pinned: z.boolean(),
  fits: z.array(OrderFit),
  /** Counted every night. */
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
