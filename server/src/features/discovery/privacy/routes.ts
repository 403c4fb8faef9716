import type { privacy } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { distanceNotice } from '../eligibility/distance-notice.ts'
import { deleteAddressBlock } from './address-blocks.sql.ts'
import { block } from './block.ts'
import { blockAddress } from './block-address.ts'
import { deleteBlock } from './blocks.sql.ts'
import { listBlocks } from './list-blocks.ts'
import { changesOf, setPrivacy } from './set-privacy.ts'

export const privacyHandlers: Handlers<typeof privacy> = {
  showLastActive: async (context, { body }) => ({
    data: { privacySettings: await setPrivacy(context, context.viewer, changesOf(context.viewer, body)) },
  }),
  setPrivacy: async (context, { body }) => {
    const privacySettings = await setPrivacy(context, context.viewer, body)
    const hidden = { hidesDistance: privacySettings.hideDistance, reach: context.viewer.profile?.reach ?? null }
    return { data: { privacySettings, notice: distanceNotice(context, hidden) } }
  },
  listBlocks: async (context) => ({ data: await listBlocks(context, context.viewer) }),
  block: async (context, { body }) => {
    await block(context, context.viewer.account, body.userId)
    return { done: true }
  },
  unblock: async ({ db, viewer }, { params }) => {
    await deleteBlock(db, viewer.account.id, params.userId)
    return { done: true }
  },
  blockAddress: async (context, { body }) => {
    await blockAddress(context, context.viewer.account, body.email)
    return { done: true }
  },
  unblockAddress: async ({ db, viewer }, { params }) => {
    await deleteAddressBlock(db, viewer.account.id, params.id)
    return { done: true }
  },
}
