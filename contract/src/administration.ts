import * as z from 'zod/mini'
import { defineRoutes } from './route.ts'
import { id, instant } from './text.ts'

const count = z.number()

/** A row of the newest users: what the dashboard shows of them. */
export const RecentUser = z.strictObject({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  createdAt: instant,
  isActive: z.boolean(),
  isVIP: z.boolean(),
  isOnline: z.boolean(),
})
export type RecentUser = z.infer<typeof RecentUser>

/** Figures over all accounts but the erased ones, in the viewer's calendar. */
export const Statistics = z.strictObject({
  at: instant,
  total: count,
  vip: count,
  active: count,
  online: count,
  newThisMonth: count,
  newLastMonth: count,
  profileComplete: count,
  emailVerified: count,
  /** The last six calendar months, this one last: who joined, and who of them is VIP. */
  growth: z.array(z.strictObject({ month: z.string(), total: count, vip: count })),
  gender: z.array(z.strictObject({ gender: z.string(), count })),
  age: z.array(z.strictObject({ bucket: z.string(), count })),
  recent: z.array(RecentUser),
})
export type Statistics = z.infer<typeof Statistics>

export const administration = defineRoutes({
  getStatistics: {
    method: 'GET',
    path: '/admin/statistics',
    access: 'administrator',
    summary: "The dashboard's figures, in the viewer's time zone",
    query: z.strictObject({ timeZone: z.optional(z.string().check(z.maxLength(64))) }),
    returns: z.strictObject({ data: Statistics }),
  },
})
