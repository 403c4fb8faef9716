import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown, text, wholeNumber } from '../text.ts'

/**
 * The strength of each signal that two accounts share. A network address alone proves nothing, because households share
 * it. They also share cards, so a card needs a second signal. The same goes for a first name with a birthday, which
 * strangers can share.
 */
export const linkWeights = { picture: 60, address: 60, card: 45, text: 40, device: 30, person: 30 } as const
export type LinkSignalKind = keyof typeof linkWeights
export const LEAST_LINK_WEIGHT = 60

export const LinkOutcome = z.enum(['same_person', 'dismissed'])
export type LinkOutcome = z.infer<typeof LinkOutcome>

const LinkSignal = z.strictObject({
  kind: z.enum(['picture', 'address', 'card', 'text', 'device', 'person']),
  weight: z.number(),
})
const LinkedUser = z.strictObject({ _id: id, name: shown, state: shown, joinedAt: instant })

export const AccountLink = z.strictObject({
  _id: id,
  version: z.number(),
  user: LinkedUser,
  banned: LinkedUser,
  signals: z.array(LinkSignal),
  weight: z.number(),
  at: instant,
  state: z.enum(['open', ...LinkOutcome.options]),
  decidedBy: z.nullable(shown),
  decidedAt: z.nullable(instant),
  note: z.nullable(shown),
})
export type AccountLink = z.infer<typeof AccountLink>

const one = z.strictObject({ id })

/** Possible ban evasion. Staff decide what a resemblance between accounts means. */
export const accountLinks = defineRoutes({
  listAccountLinks: {
    method: 'GET',
    path: '/admin/account-links',
    access: 'staff:decide',
    summary: 'List new accounts that resemble a banned one, with the reasons',
    query: z.strictObject({
      before: z.optional(id),
      limit: z._default(wholeNumber(1, 100), 20),
      open: z.optional(z.literal('true')),
    }),
    returns: dataOf({ links: z.array(AccountLink), nextBefore: z.nullable(id) }),
  },
  listLinksOf: {
    method: 'GET',
    path: '/admin/users/:id/links',
    access: 'staff:decide',
    summary: 'List the accounts that a user is linked with, the newest 20',
    params: one,
    returns: dataOf({ links: z.array(AccountLink) }),
  },
  decideAccountLink: {
    method: 'POST',
    path: '/admin/account-links/:id',
    access: 'staff:decide',
    summary:
      'Decide whether two accounts are one person. Nothing happens to the accounts; send the version you last saw as ' +
      'If-Match',
    params: one,
    body: z.strictObject({ outcome: z.enum(['open', ...LinkOutcome.options]), note: z.optional(text(1, 1000)) }),
    returns: dataOf({ link: AccountLink }),
    errors: ['conflict'],
  },
})
