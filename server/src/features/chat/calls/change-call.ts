import { ApiError, type CallServers } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { assertUnlimited } from '../errors.ts'
import { pairOf } from '../plans/read-plan.ts'
import { type CallRow, insertCall, lockOpenCall, updateCall } from './calls.sql.ts'
import { toEvent } from './to-event.ts'
import { finishCall } from './finish-call.ts'
import { relaysOf } from './relays.ts'
import { isOver, isStillRinging } from './rules.ts'

/** A call as it is named in the path: `id` is the match. */
export type CallPath = { id: string; callId: string }

const alreadyCalling = () => new ApiError('conflict', 'One of you is already calling.')
const hasEnded = () => new ApiError('conflict', 'This call has ended.')

/** Asks the other person for a call. Nobody hears or sees anything before they accept. */
export async function askForCall(context: Deps, viewer: Viewer, matchId: string): Promise<{ callId: string }> {
  const { id: viewerId } = viewer.account
  assertUnlimited(viewer.account, context.clock.now())
  await pairOf(context.db, viewer, matchId)
  await context.budgets.spend([
    { key: `call:${viewerId}:${matchId}`, limit: 10, within: hours(1) },
    { key: `call:${viewerId}`, limit: 30, within: hours(1) },
  ])
  const callId = await unitOfWork(context, asMember(viewerId), async (work) => {
    const { tx, now, bus } = work
    const pair = await pairOf(tx, viewer, matchId)
    const open = await lockOpenCall(tx, matchId)
    if (open && !isOver(open, now)) throw alreadyCalling()
    if (open) await finishCall(context, work, open)
    const call = { match_id: matchId, caller_id: viewerId, callee_id: pair.other_id, asked_at: now }
    const { id } = await insertCall(tx, call)
    // Who muted the conversation finds the missed call there.
    if (!pair.muted) work.afterCommit(() => bus.toAccounts([pair.other_id], toEvent('asked', matchId, id)))
    return id
  }).catch((error: unknown) => {
    throw isTaken(error, 'calls_open') ? alreadyCalling() : error
  })
  return { callId }
}

export async function acceptCall(
  context: Deps,
  viewer: Viewer,
  { id: matchId, callId }: CallPath,
): Promise<CallServers> {
  assertUnlimited(viewer.account, context.clock.now())
  return unitOfWork(context, asMember(viewer.account.id), async (work) => {
    const { tx, now, bus } = work
    await pairOf(tx, viewer, matchId)
    const call = await lockOpenCall(tx, matchId)
    if (!isTheirs(call, callId) || call.callee_id !== viewer.account.id || !isStillRinging(call, now)) throw hasEnded()
    await updateCall(tx, callId, { accepted_at: now, alive_at: now })
    const both = [call.caller_id, call.callee_id]
    work.afterCommit(() => bus.toAccounts(both, toEvent('accepted', matchId, callId)))
    return relaysOf(context, now)
  })
}

/** Hangs up, declines or stops asking, whichever applies. Ending it again changes nothing. */
export const endCall = (context: Deps, viewer: Viewer, { id: matchId, callId }: CallPath): Promise<void> =>
  unitOfWork(context, asMember(viewer.account.id), async (work) => {
    await pairOf(work.tx, viewer, matchId)
    const call = await lockOpenCall(work.tx, matchId)
    if (isTheirs(call, callId)) await finishCall(context, work, call)
  })

const isTheirs = (call: CallRow | undefined, callId: string): call is CallRow => call?.id === callId
