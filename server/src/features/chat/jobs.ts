import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { deleteCallsBefore } from './calls/calls.sql.ts'
import { cleanUpPlans } from './plans/jobs.ts'

/** Who called whom is forgotten after a day, except for missed calls, which the conversation shows. */
export async function cleanUp(context: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await cleanUpPlans(context)
  await deleteCallsBefore(context.db, later(context.clock.now(), -days(1)))
}
