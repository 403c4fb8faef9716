import type { Deps } from '../../../deps.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { takeDuePushes } from './push.sql.ts'

const PAGE_SIZE = 500

/**
 * Runs each minute. Sends pushes without a job, because the server was killed right after it saved the notifications,
 * and those that waited for the end of quiet hours.
 */
export async function resumePushes(context: Deps): Promise<void> {
  for (;;) {
    const taken = await unitOfWork(context, SYSTEM, async ({ tx, now, jobs }) => {
      const members = await takeDuePushes(tx, now, PAGE_SIZE)
      for (const accountId of new Set(members)) await jobs.add(tx, 'push', { accountId })
      return members.length
    })
    if (taken < PAGE_SIZE) return
  }
}
