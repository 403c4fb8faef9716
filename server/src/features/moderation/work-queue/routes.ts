import type { workQueue } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { readWorkQueue } from './read-work-queue.ts'

export const workQueueHandlers: Handlers<typeof workQueue> = {
  getWorkQueue: async (context) => ({ data: await readWorkQueue(context, context.viewer) }),
}
