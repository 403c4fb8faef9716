import { lockWithSubject, endDecision } from './end-decision.ts'
import type { Deciding } from './put-in-force.ts'

/** Ends a ban that nobody approved. It never took effect, so nobody is notified. */
export async function declineDecision(work: Deciding, id: string): Promise<void> {
  const row = await lockWithSubject(work, id)
  if (row.state === 'waiting') await endDecision(work, row, { to: 'declined', by: null })
}
