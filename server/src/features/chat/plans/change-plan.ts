import { ApiError, message, type DatePlan, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { nameOutside } from '../../../infra/names.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'
import { record } from '../../delivery/index.ts'
import { assertUnlimited } from '../errors.ts'
import { cancelShares } from './plan-shares.sql.ts'
import { insertPlan, lockOpenPlan, lockPlan, type Pair, type PlanRow, updatePlan } from './plans.sql.ts'
import { pairOf, readPlan } from './read-plan.ts'
import { problemOfSlots, REMINDED_BEFORE } from './rules.ts'
import { sealPlace } from './to-plan.ts'

/** `id` is the match. */
type PlanPath = { id: string; planId: string }
type PlanInput = { slots: readonly string[]; place: string }

export const noSuchPlan = () => new ApiError('not_found', 'We couldn’t find this date.')
const suggestionChanged = () => new ApiError('conflict', 'This suggestion has changed. Check it again.')

/** Replaces earlier suggestions by either person, but not an agreed date. */
export async function proposePlan(context: Deps, viewer: Viewer, matchId: string, input: PlanInput) {
  const slots = input.slots.map((slot) => new Date(slot)).toSorted((one, other) => Number(one) - Number(other))
  const problem = problemOfSlots(slots, context.clock.now())
  if (problem) throw new ApiError('invalid_request', problem, { errors: [{ path: 'slots', msg: problem }] })
  assertUnlimited(viewer.account, context.clock.now())
  await context.budgets.spend([{ key: `plan:${viewer.account.id}`, limit: 30, within: hours(1) }])
  return change(context, viewer, matchId, async (work, pair) => {
    await replaceOpenPlan(work, matchId, pair)
    await insertPlan(
      work.tx,
      {
        match_id: matchId,
        proposer_id: viewer.account.id,
        receiver_id: pair.other_id,
        slots,
        place: sealPlace(work.keys, input.place),
        over_at: slots.at(-1) ?? work.now,
      },
      work.now,
    )
    return pair.muted ? undefined : message('{name} suggests a date', { name: nameOf(viewer) })
  }).catch((error: unknown) => {
    throw isTaken(error, 'date_plans_open') ? suggestionChanged() : error
  })
}

async function replaceOpenPlan({ tx, now }: Work, matchId: string, { created_at }: Pair): Promise<void> {
  const open = await lockOpenPlan(tx, matchId)
  if (!open) return
  const isOn = open.state === 'accepted' && open.starts_at && open.starts_at > now && open.created_at >= created_at
  if (isOn) throw new ApiError('conflict', 'You already have a date. Cancel it before you suggest another.')
  await updatePlan(tx, open.id, { state: open.state === 'accepted' ? 'done' : 'replaced', decided_at: now })
}

export const acceptPlan = (context: Deps, viewer: Viewer, path: PlanPath, slotText: string) =>
  changeOne(context, viewer, path, async ({ tx, now }, row, pair) => {
    assertUnlimited(viewer.account, now)
    const starts_at = new Date(slotText)
    const isSame = (at: Date | null) => at?.getTime() === starts_at.getTime()
    if (row.proposer_id === viewer.account.id) throw noSuchPlan()
    if (row.state === 'accepted' && isSame(row.starts_at)) return undefined
    if (row.state !== 'proposed' || !row.slots.some(isSame)) throw suggestionChanged()
    if (starts_at <= now) throw new ApiError('conflict', 'This time has passed. Suggest another.')
    const reminded_at = starts_at <= later(now, REMINDED_BEFORE) ? now : null
    await updatePlan(tx, row.id, { state: 'accepted', decided_at: now, starts_at, over_at: starts_at, reminded_at })
    return pair.muted ? undefined : message('{name} accepted your date', { name: nameOf(viewer) })
  })

/** Declines, withdraws or cancels, whichever applies. Ending it again changes nothing. */
export const endPlan = (context: Deps, viewer: Viewer, path: PlanPath) =>
  changeOne(context, viewer, path, async ({ tx, now }, row, pair) => {
    if (row.state !== 'proposed' && row.state !== 'accepted') return undefined
    if (row.state === 'accepted' && row.over_at <= now)
      throw new ApiError('conflict', 'This date has started, so it can’t be canceled.')
    const isMine = row.proposer_id === viewer.account.id
    const isDeclined = row.state === 'proposed' && !isMine
    await updatePlan(tx, row.id, { state: isDeclined ? 'declined' : 'cancelled', decided_at: now })
    await cancelShares(tx, row.id, now)
    const name = nameOf(viewer)
    // Someone waiting for their date has to know, even if the conversation is muted.
    if (row.state === 'accepted') return message('{name} canceled your date', { name })
    return pair.muted || isMine ? undefined : message('{name} can’t make the times you suggested', { name })
  })

const nameOf = ({ account }: Viewer): string | MessageDescriptor => nameOutside(account.first_name ?? '')

const changeOne = (
  context: Deps,
  viewer: Viewer,
  { id, planId }: PlanPath,
  run: (work: Work<'keys'>, row: PlanRow, pair: Pair) => Promise<MessageDescriptor | undefined>,
): Promise<DatePlan | null> =>
  change(context, viewer, id, async (work, pair) => {
    const row = await lockPlan(work.tx, id, planId, pair.created_at)
    if (!row || row.state === 'replaced' || row.state === 'done') throw noSuchPlan()
    return run(work, row, pair)
  })

/** `run` returns the notice for the other person. Both people's pages are notified. */
async function change(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  run: (work: Work<'keys'>, pair: Pair) => Promise<MessageDescriptor | undefined>,
): Promise<DatePlan | null> {
  const { id: viewerId } = viewer.account
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const pair = await pairOf(work.tx, viewer, matchId)
    const news = await run(work, pair)
    if (news)
      await record(work, {
        to: pair.other_id,
        about: viewerId,
        kind: 'message',
        topic: `plan:${matchId}`,
        details: { ...news, link: `/chat/${matchId}` },
      })
    work.afterCommit(() => work.bus.toAccounts([viewerId, pair.other_id], { type: 'plan.changed', matchId }))
  })
  return readPlan(context, viewer, matchId)
}
