import { ApiError, type privacy, type PrivacySettings, message } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { distanceNotice } from '../eligibility/eligibility.ts'
import { announceHidden } from './announce-hidden.ts'
import { blocksOf, deleteBlock, endMatchBetween, insertBlock } from './queries.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import { days } from '../../../infra/clock.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { couldSee } from '../people/people.ts'
import { lastSawName } from '../people/names.ts'
import { withdrawAbout, withdrawBetween } from '../../delivery/index.ts'
import { changeAccount, toPrivacySettings } from '../../profiles/index.ts'

type PrivacyInput = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

/** Returns only the settings that differ, so that sending back unchanged settings has no side effects. */
function changesOf({ account }: Viewer, input: PrivacyInput): PrivacyInput {
  const current = new Map(Object.entries(toPrivacySettings(account)))
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => current.get(name) !== value))
}

/**
 * Members can pause and resume their account. If staff have restricted it in the meantime, its state stays
 * (identity_change).
 */
async function setPrivacy(context: Deps, { account }: Viewer, input: PrivacyInput): Promise<PrivacySettings> {
  const state = input.paused === undefined ? undefined : input.paused ? 'paused' : 'active'
  if (account.limited_until !== null && input.paused === false)
    throw new ApiError('conflict', 'You’re not in Discover for now. See the decision in Support.')
  const values = {
    show_last_active: input.showLastActive,
    hide_age: input.hideAge,
    hide_gender: input.hideGender,
    hide_distance: input.hideDistance,
    incognito: input.incognito,
    receipts: input.receipts,
    units: input.units,
    photo_blur: input.photoBlur,
    state,
  }
  const changed = await unitOfWork(context, asMember(account.id), ({ tx }) =>
    changeAccount(tx, account.id, values, false),
  )
  return toPrivacySettings(changed)
}

/**
 * Blocks someone the member can see or had contact with, because hiding protects no one from being blocked. For any
 * other id, the answer is the same, and nothing is saved, so it doesn't reveal whether the person exists.
 */
async function block(context: Deps, account: Account, userId: string): Promise<void> {
  if (userId === account.id) throw new ApiError('conflict', 'You can’t block yourself.')
  await context.budgets.spend([{ key: `block:${account.id}`, limit: 200, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx, now } = work
    if (!(await couldSee(tx, account.id, userId))) return
    const named_at = await lastSawName(tx, account.id, userId, now)
    await insertBlock(tx, { blocker_id: account.id, blocked_id: userId, at: now, named_at })
    // Nothing else of the blocked person is removed, so that they can't distinguish the block from someone who left.
    await withdrawBetween(tx, account.id, userId, ['superlike'])
    await withdrawAbout(tx, account.id, userId, ['match', 'message'])
    await announceHidden(work, account.id, userId)
  })
}

/** A match doesn't come back with the block gone: it counts as ended when the block began. */
async function unblock(context: Deps, { id }: Account, userId: string): Promise<void> {
  await unitOfWork(context, asMember(id), async ({ tx }) => {
    const block = await deleteBlock(tx, id, userId)
    if (block && (await endMatchBetween(tx, id, userId, block.at)))
      await withdrawBetween(tx, id, userId, ['match', 'message'])
  })
}

async function listBlocks({ db, caller }: Deps & Answering, { account }: Viewer) {
  const blocks = await blocksOf(db, account.id)
  return {
    blocks: blocks.map(({ id, name, at }) => ({
      _id: id,
      firstName: name ?? write(caller.language, message('Deleted member')),
      at: at.toISOString(),
    })),
  }
}

export const privacyHandlers: Handlers<typeof privacy> = {
  showLastActive: async (context, { body }) => ({
    data: { privacySettings: await setPrivacy(context, context.viewer, changesOf(context.viewer, body)) },
  }),
  setPrivacy: async (context, { body }) => {
    const privacySettings = await setPrivacy(context, context.viewer, body)
    const hidden = { hidesDistance: privacySettings.hideDistance, reach: context.viewer.profile?.reach ?? null }
    return { data: { privacySettings, notice: await distanceNotice(context, hidden) } }
  },
  listBlocks: async (context) => ({ data: await listBlocks(context, context.viewer) }),
  block: async (context, { body }) => {
    await block(context, context.viewer.account, body.userId)
    return { done: true }
  },
  unblock: async (context, { params }) => {
    await unblock(context, context.viewer.account, params.userId)
    return { done: true }
  },
}
