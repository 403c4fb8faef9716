import type { waitingList } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { listRegions, openRegion } from './waiting-list.ts'

export const waitingListHandlers: Handlers<typeof waitingList> = {
  listRegions: async (context) => ({ data: { regions: await listRegions(context) } }),
  openRegion: async (context, { body }) => ({ data: { regions: await openRegion(context, context.viewer, body) } }),
}
