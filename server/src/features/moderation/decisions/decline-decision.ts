import { lockWithSubject, endDecision } from './end-decision.ts'
import type { Deciding } from './put-in-force.ts'

/** The ban never took effect, so no one is notified. */
export async function declineDecision(work: Deciding, id: string): Promise<void> {
  const row = await lockWithSubject(work, id)
  if (row.state === 'waiting') await endDecision(work, row, { to: 'declined', by: null })
}
