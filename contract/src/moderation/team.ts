import * as z from 'zod/mini'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, shown } from '../text.ts'

const counted = z.strictObject({ count: z.number(), of: z.number() })

export const TeamMemberStats = z.strictObject({
  _id: id,
  name: shown,
  /** Reports that they answered, or whose status they changed. */
  handled: z.number(),
  /** Seconds from a report to the first answer, for the reports that they answered first. */
  firstAnswer: z.strictObject({ median: z.nullable(z.number()), of: z.number() }),
  /** Their decisions, and those overturned on appeal. */
  overturned: counted,
  /** Blind reviews of their decisions, and those that came to the same decision. */
  agreed: counted,
})
export type TeamMemberStats = z.infer<typeof TeamMemberStats>

export const teamPeriods = ['30', '90'] as const

export const team = defineRoutes({
  listColleagues: {
    method: 'GET',
    path: '/admin/team',
    access: 'staff:reports.read',
    summary: 'List the staff who can read reports, by name',
    returns: dataOf({ colleagues: z.array(NamedUser) }),
  },
  getTeamStatistics: {
    method: 'GET',
    path: '/admin/team/statistics',
    access: 'staff:users.role',
    summary: 'Get what each colleague handled, how fast they answered, and how often others agreed',
    query: z.strictObject({ days: z._default(z.enum(teamPeriods), '30') }),
    returns: dataOf({ members: z.array(TeamMemberStats) }),
  },
})
