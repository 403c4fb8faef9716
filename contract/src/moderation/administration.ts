import * as z from 'zod/mini'
import {
  dataOf,
  emailText,
  id,
  instant,
  nameText,
  periodText,
  plainText,
  searchText,
  secretText,
  shown,
  text,
  timeZoneText,
  wholeNumber,
} from '../text.ts'
import { Approval } from './approvals.ts'
import { EmailChange } from './email-change.ts'
import { Label } from './label.ts'
import { defineRoutes } from '../route.ts'
import { OwnUser } from '../profiles/users.ts'
import { staffRoles } from '../staff.ts'

const count = z.number()

const summaryFields = {
  _id: true,
  firstName: true,
  lastName: true,
  name: true,
  email: true,
  createdAt: true,
  isActive: true,
  isVIP: true,
  isOnline: true,
} as const

export const RecentUser = z.pick(OwnUser, summaryFields)
export type RecentUser = z.infer<typeof RecentUser>

export const statisticsRanges = ['30d', '6m', '12m', 'all'] as const
export const StatisticsRange = z.enum(statisticsRanges)
export type StatisticsRange = z.infer<typeof StatisticsRange>

/** Numbers of accounts, excluding erased ones, in the viewer's time zone. */
export const Statistics = z.strictObject({
  at: instant,
  total: count,
  vip: count,
  active: count,
  online: count,
  newThisMonth: count,
  newLastMonth: count,
  /** Those of last month who joined on the same days as have begun in this one. */
  newLastMonthSoFar: count,
  profileComplete: count,
  emailVerified: count,
  /**
   * New users and the VIPs among them by calendar month, or by day for the last 30 days, ending with the current one.
   */
  growth: z.array(z.strictObject({ month: shown, total: count, vip: count })),
  gender: z.array(z.strictObject({ gender: shown, count })),
  age: z.array(z.strictObject({ bucket: shown, count })),
  recent: z.array(RecentUser),
})
export type Statistics = z.infer<typeof Statistics>

/** A user as staff see it, without orientation. */
export const AdminUser = z.extend(
  z.pick(OwnUser, {
    ...summaryFields,
    lastActive: true,
    isEmailVerified: true,
    profileComplete: true,
    state: true,
    gender: true,
    age: true,
    bio: true,
    location: true,
    profilePicture: true,
    isAdmin: true,
    staffRole: true,
  }),
  {
    version: z.number(),
    /** During a trip, the city where others find the user. */
    visiting: z.optional(shown),
    /** Only for staff who read reports. */
    labels: z.optional(z.array(Label)),
  },
)
export type AdminUser = z.infer<typeof AdminUser>

export const UserStatus = z.enum(['all', 'active', 'inactive', 'online', 'verified'])
export const UserType = z.enum(['all', 'vip', 'free'])

/** The sort orders, each of which is backed by an index. */
export const userSorts = ['newest', 'oldest', 'name', 'nameDescending', 'lastActive', 'longestInactive'] as const
const userSort = z._default(z.enum(userSorts), 'newest')

export const AgeBucket = z.enum(['18-25', '26-35', '36-45', '46-55', '56+'])

/** Filters shared by the list, its export and bulk actions. */
const userFilters = {
  search: z.optional(searchText(200)),
  status: z._default(UserStatus, 'all'),
  type: z._default(UserType, 'all'),
  joined: z.optional(periodText),
  /** Selects accounts created by the end of this day, as a shortcut far down a long list. */
  until: z.optional(periodText),
  timeZone: z.optional(timeZoneText),
  gender: z.optional(plainText(40)),
  age: z.optional(AgeBucket),
  complete: z.optional(z.literal('true')),
  label: z.optional(id),
}
export const UserFilters = z.strictObject(userFilters)
export type UserFilters = z.output<typeof UserFilters>

const decision = z.strictObject({
  reason: z.optional(text(1, 1000)),
  subscription: z.optional(z.enum(['keep', 'cancel'])),
})

export const UserEdit = z.strictObject({
  firstName: z.optional(nameText),
  lastName: z.optional(nameText),
  email: z.optional(emailText),
  gender: z.optional(text(1, 40)),
  bio: z.optional(z.nullable(text(0, 1000))),
  location: z.optional(z.strictObject({ city: z.nullable(text(0, 80)), country: z.nullable(text(0, 80)) })),
})
export type UserEdit = z.output<typeof UserEdit>
const one = z.strictObject({ id })
/** Includes a new email that hasn't taken effect. If the change needs approval, the user is unchanged. */
const userAnswer = dataOf({ user: AdminUser, emailChange: z.optional(EmailChange), approval: z.optional(Approval) })

export const administration = defineRoutes({
  getStatistics: {
    method: 'GET',
    path: '/admin/statistics',
    access: 'staff:dashboard',
    summary: 'Get the dashboard’s data in the viewer’s time zone',
    query: z.strictObject({
      timeZone: z.optional(timeZoneText),
      range: z._default(StatisticsRange, '6m'),
    }),
    returns: z.strictObject({ data: Statistics }),
  },
  listUsers: {
    method: 'GET',
    path: '/admin/users',
    access: 'staff:users.list',
    summary:
      'List users, newest first, by part of a name or email, status and type. Without the right to see people, ' +
      'rows have dates, status and subscription only, and an id of their own',
    query: z.strictObject({
      page: z._default(wholeNumber(1, 1_000_000), 1),
      limit: z._default(wholeNumber(1, 1000), 20),
      /** A cursor that replaces the page number when users are sorted by join date. */
      after: z.optional(id),
      ...userFilters,
      sort: userSort,
    }),
    returns: dataOf({
      users: z.array(AdminUser),
      /** Exact numbers, except that searches count only up to 10,000. */
      pagination: z.strictObject({ page: count, limit: count, total: count, pages: count }),
    }),
  },
  getUser: {
    method: 'GET',
    path: '/admin/users/:id',
    access: 'staff:users.read',
    starts: true,
    summary: 'Get a user',
    params: one,
    returns: userAnswer,
  },
  editUser: {
    method: 'PATCH',
    path: '/admin/users/:id',
    access: 'staff:users.edit',
    summary:
      'Edit a user’s details; another administrator’s need approval. A new email requires a recent confirmation and ' +
      'takes effect, unverified, after 24 hours, unless the owner objects',
    params: one,
    body: UserEdit,
    returns: userAnswer,
    errors: ['conflict'],
  },
  setRole: {
    method: 'POST',
    path: '/admin/users/:id/role',
    access: 'staff:users.role',
    stepUp: true,
    summary:
      'Give a user a role in the back office, or take it away; ' +
      'if there are other administrators, one of them has to approve it',
    params: one,
    /** `isAdmin` grants or revokes the administrator role. */
    body: z.union([z.strictObject({ role: z.nullable(z.enum(staffRoles)) }), z.strictObject({ isAdmin: z.boolean() })]),
    returns: userAnswer,
    errors: ['conflict'],
  },
  issueExportTicket: {
    method: 'POST',
    path: '/admin/users/export-ticket',
    access: 'staff:users.export',
    forReason: true,
    stepUp: true,
    summary: 'Get a ticket to download the list by link, once, within a minute',
    returns: dataOf({ ticket: shown }),
    status: 201,
  },
  exportUsers: {
    method: 'GET',
    path: '/admin/users/export.csv',
    access: 'staff:users.export',
    forReason: true,
    stepUp: true,
    ticket: 'export-users',
    summary: 'Download the list as a file, with the same filters and in the same order',
    query: z.strictObject({ ticket: z.optional(secretText), ...userFilters, sort: userSort }),
    returns: {
      stream: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="users.csv"' },
    },
  },
  activateUser: {
    method: 'POST',
    path: '/admin/users/:id/activate',
    access: 'staff:decide',
    stepUp: true,
    summary: 'Activate a user; another administrator only with approval',
    params: one,
    body: decision,
    returns: userAnswer,
    errors: ['conflict'],
  },
  deactivateUser: {
    method: 'POST',
    path: '/admin/users/:id/deactivate',
    access: 'staff:decide',
    stepUp: true,
    summary:
      'Deactivate a user: they’re hidden, signed out everywhere and emailed the reason. ' +
      'Moderators have to give one. For an administrator, or after 20 people within an hour, another one has to approve it',
    params: one,
    body: decision,
    returns: userAnswer,
    errors: ['conflict'],
  },
})
