import type { privacy } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import * as queries from './queries.ts'
import { block, blockAddress, blocksOf, setPrivacy } from './service.ts'

export const privacyHandlers: Handlers<typeof privacy> = {
  showLastActive: async (context, { body }) => ({
    data: { privacySettings: await setPrivacy(context, context.viewer, body) },
  }),
  setPrivacy: async (context, { body }) => ({
    data: { privacySettings: await setPrivacy(context, context.viewer, body) },
  }),
  listBlocks: async (context) => ({ data: await blocksOf(context, context.viewer) }),
  block: async (context, { body }) => {
    await block(context, context.viewer.account, body.userId)
    return { done: true }
  },
  unblock: async ({ db, viewer }, { params }) => {
    await queries.removeBlock(db, viewer.account.id, params.userId)
    return { done: true }
  },
  blockAddress: async (context, { body }) => {
    await blockAddress(context, context.viewer.account, body.email)
    return { done: true }
  },
  unblockAddress: async ({ db, viewer }, { params }) => {
    await queries.removeAddressBlock(db, viewer.account.id, params.id)
    return { done: true }
  },
}
