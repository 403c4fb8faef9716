import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'

/** Counting stops here for each kind. */
export const MOST_COUNTED = 100
/** The waiting work of each kind, counted up to `MOST_COUNTED`. */
export const WorkQueue = z.strictObject({
  overdueReports: z.number(),
  appeals: z.number(),
  photos: z.number(),
  /** Duplicate photos, and photos on the watchlist. */
  samePictures: z.number(),
  /** New accounts that resemble a banned one. */
  accountLinks: z.number(),
  /** Blind reviews assigned to the viewer and, for administrators, disagreements. */
  secondLooks: z.number(),
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
      'Count what waits for staff: overdue reports, appeals, photos, same pictures, linked accounts, second looks, ' +
      'late payments and failed jobs, each up to 100',
    returns: z.strictObject({ data: WorkQueue }),
  },
})
