import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'

/** More than this of one kind are not counted. */
export const MOST_COUNTED = 100
/** How much of each kind waits for staff, up to `MOST_COUNTED`. */
export const WorkQueue = z.strictObject({
  overdueReports: z.number(),
  /** Appeals to decide. */
  appeals: z.number(),
  /** Photos and photo checks to review. */
  photos: z.number(),
  /** Pictures that several accounts use, or that are listed. */
  samePictures: z.number(),
  /** New accounts that resemble a banned one. */
  accountLinks: z.number(),
  /** Second looks that the viewer can answer and, for administrators, disagreements. */
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
