import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'

/** The number at which counting stops for each kind. */
export const MOST_COUNTED = 100
export const WorkQueue = z.strictObject({
  overdueReports: z.number(),
  appeals: z.number(),
  photos: z.number(),
  samePictures: z.number(),
  accountLinks: z.number(),
  secondLooks: z.number(),
  approvals: z.number(),
  latePayments: z.number(),
  failedJobs: z.number(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const workQueue = defineRoutes({
  getWorkQueue: {
    method: 'GET',
    path: '/admin/work-queue',
    access: 'staff:dashboard',
    summary:
      'Count what waits for staff: overdue reports, appeals, photos, duplicate photos, linked accounts, blind reviews, ' +
      'approvals, late payments and failed jobs, each up to 100',
    returns: z.strictObject({ data: WorkQueue }),
  },
})
