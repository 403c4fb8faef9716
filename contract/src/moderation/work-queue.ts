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
  /** Details of the operator that the law may require and that aren't set. */
  operatorDetails: z.number(),
  /** Present only while the guide to a new installation is open: its steps with nothing set. */
  firstSteps: z.optional(z.number()),
  /** Present only if people apply. */
  applications: z.optional(z.number()),
  /** Present only if staff look at photos for a proof of age, or some wait. */
  ageChecks: z.optional(z.number()),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const workQueue = defineRoutes({
  getWorkQueue: {
    method: 'GET',
    path: '/admin/work-queue',
    access: 'staff:dashboard',
    summary: 'Count what waits for staff, each kind up to 100',
    returns: z.strictObject({ data: WorkQueue }),
  },
})
