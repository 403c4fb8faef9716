import * as z from 'zod/mini'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'

const Person = NamedUser

/** The people above and below someone in the tree of invitations. */
export const Invited = z.strictObject({
  /** Null if the team did, or no one. */
  by: z.nullable(Person),
  /** The note of the team's code. */
  note: z.nullable(shown),
  byTeam: z.boolean(),
  /** The people who joined with this person's codes, up to a limit. */
  people: z.array(Person),
  unused: z.number(),
  endedAt: z.nullable(instant),
})
export type Invited = z.infer<typeof Invited>

const one = z.strictObject({ id })

export const invited = defineRoutes({
  getInvited: {
    method: 'GET',
    path: '/admin/users/:id/invited',
    access: 'staff:admission',
    starts: true,
    summary: 'See who invited a user, and the people they invited',
    params: one,
    returns: dataOf({ invited: Invited }),
  },
  setBranch: {
    method: 'PUT',
    path: '/admin/users/:id/invited',
    access: 'staff:admission',
    summary:
      'End the unused codes of a user and of everyone they brought, directly or through others, or let them invite ' +
      'again. Bans no one. Lists these people',
    params: one,
    body: z.strictObject({ mayInvite: z.boolean() }),
    returns: dataOf({ ended: z.number(), people: z.array(Person) }),
    errors: ['conflict'],
  },
})
