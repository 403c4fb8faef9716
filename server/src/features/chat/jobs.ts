import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { deleteCallsBefore } from './calls/calls.sql.ts'
import { cleanUpPlans } from './plans/jobs.ts'

/** Calls are deleted after a day, except for missed ones, which the conversation shows. */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await cleanUpPlans(context)
  await deleteCallsBefore(context.db, later(context.clock.now(), -days(1)))
}
