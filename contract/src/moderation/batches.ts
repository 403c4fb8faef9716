import * as z from 'zod/mini'
import { UserFilters } from './administration.ts'
import { ReportFilters } from './reports.ts'
import { NamedUser } from '../named-user.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown, text, wholeNumber } from '../text.ts'

export const userActions = ['activate', 'deactivate'] as const
/** The new status of the reports, or `back` to restore each report's previous status. */
export const reportActions = ['in_progress', 'resolved', 'closed', 'rejected', 'back'] as const
const action = z.enum([...userActions, ...reportActions])

const whyNot = z.array(z.strictObject({ why: shown, count: z.number() }))

export const Batch = z.strictObject({
  _id: id,
  about: z.enum(['users', 'reports']),
  action,
  total: z.number(),
  done: z.number(),
  /** The numbers of items that were skipped or refused, by reason. */
  refused: whyNot,
  finishedAt: z.nullable(instant),
  stoppedAt: z.nullable(instant),
  undoes: z.nullable(id),
  undoneBy: z.nullable(id),
  waiting: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

const named = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000, 'At most 1,000 IDs.'))),
  reason: z.optional(text(1, 1000)),
}
export const BatchInput = z.discriminatedUnion('about', [
  z.strictObject({
    about: z.literal('users'),
    action: z.enum(userActions),
    filters: z.optional(UserFilters),
    ...named,
  }),
  z.strictObject({
    about: z.literal('reports'),
    action: z.enum(['in_progress', 'resolved', 'closed', 'rejected']),
    filters: z.optional(ReportFilters),
    ...named,
  }),
])
export type BatchInput = z.output<typeof BatchInput>

export const BatchEntry = z.extend(Batch, {
  madeBy: NamedUser,
  madeAt: instant,
  reason: z.nullable(shown),
})
export type BatchEntry = z.infer<typeof BatchEntry>

const one = z.strictObject({ id })
const batchAnswer = dataOf({ batch: Batch })

export const batches = defineRoutes({
  listBatches: {
    method: 'GET',
    path: '/admin/batches',
    access: 'staff:users.bulk',
    summary: 'List bulk actions, newest first',
    query: z.strictObject({ before: z.optional(id), limit: z._default(wholeNumber(1, 100), 20) }),
    returns: dataOf({ batches: z.array(BatchEntry), nextBefore: z.nullable(id) }),
  },
  previewBatch: {
    method: 'POST',
    path: '/admin/batches/preview',
    access: 'staff:users.bulk',
    summary: 'Preview a bulk action: how many items it affects, how many it skips, and why',
    body: BatchInput,
    returns: dataOf({
      will: z.number(),
      refused: whyNot,
      /** The action starts immediately, once approved, or after a day if no one else can approve it. */
      needs: z.enum(['none', 'approval', 'delay']),
    }),
  },
  startBatch: {
    method: 'POST',
    path: '/admin/batches',
    access: 'staff:users.bulk',
    stepUp: true,
    summary:
      'Start a bulk action, which runs in the background. More than 20 people within an hour need another ' +
      'administrator’s approval',
    body: BatchInput,
    returns: batchAnswer,
    status: 201,
  },
  getBatch: {
    method: 'GET',
    path: '/admin/batches/:id',
    access: 'staff:users.bulk',
    summary: 'Get the progress of a bulk action',
    params: one,
    returns: batchAnswer,
  },
  listBatchPeople: {
    method: 'GET',
    path: '/admin/batches/:id/people',
    access: 'staff:users.bulk',
    summary: 'List the people that a bulk action affects',
    params: one,
    query: z.strictObject({ after: z.optional(id), limit: z._default(wholeNumber(1, 100), 50) }),
    returns: dataOf({ people: z.array(NamedUser), nextAfter: z.nullable(id) }),
  },
  stopBatch: {
    method: 'POST',
    path: '/admin/batches/:id/stop',
    access: 'staff:users.bulk',
    summary: 'Stop a bulk action; what’s done stays done until you undo it',
    params: one,
    returns: batchAnswer,
    errors: ['conflict'],
  },
  undoBatch: {
    method: 'POST',
    path: '/admin/batches/:id/undo',
    access: 'staff:users.bulk',
    stepUp: true,
    summary: 'Undo a bulk action, once, for everything it changed',
    params: one,
    returns: batchAnswer,
    status: 201,
    errors: ['conflict'],
  },
})
