import { createHmac, randomBytes } from 'node:crypto'
import { ApiError, type CallServers, type ServerEvent } from '@kindred/contract'
import { assertMayBegin } from '../first-message.ts'
import type { Deps } from '../../../deps.ts'
import {
  type CallRow,
  findOpenCall,
  findOtherCalls,
  findUnanswered,
  insertCall,
  lockOpenCall,
  lockPeople,
  updateCall,
  wasInCall,
} from './queries.ts'
import { isOver, isStillRinging, isTooLong, LONGEST, RINGS_FOR } from './rules.ts'
import { assertUnlimited, noticeOf } from '../messages.ts'
import { pairOf } from '../plans/read-plans.ts'
import { firstNames } from '../plans/queries.ts'
import { saveMessage } from '../queries.ts'
import { announce } from '../../delivery/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later, minutes } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

type CallEvent = Extract<ServerEvent, { type: 'call' }>

const toEvent = (
  step: 'asked' | 'accepted' | 'ended' | 'signal',
  matchId: string,
  callId: string,
  data = '',
): CallEvent => ({
  type: 'call',
  matchId,
  callId,
  step,
  data,
})

/**
 * Relay credentials expire when the call must end. TURN servers verify them with a shared secret, and the username
 * reveals nothing about the member.
 */
function relaysOf({ config }: Pick<Deps, 'config'>, acceptedAt: Date): CallServers {
  const { TURN_URLS, TURN_SECRET } = config
  if (!TURN_URLS || !TURN_SECRET) return { relays: [] }
  const until = Math.floor(later(acceptedAt, LONGEST).getTime() / 1000)
  const username = `${until}:${randomBytes(8).toString('hex')}`
  // TURN servers accept no other hash for these credentials.
  const credential = createHmac('sha1', TURN_SECRET).update(username).digest('base64')
  return { relays: [{ urls: TURN_URLS.split(','), username, credential }] }
}

/**
 * Without relays, the two browsers connect directly and learn each other's network address. Members must confirm that
 * they know this before they call or answer.
 */
export function assertToldOfAddress({ config }: Pick<Deps, 'config'>, said: { showsAddress?: true | undefined }): void {
  if (said.showsAddress || (config.TURN_URLS && config.TURN_SECRET)) return
  throw new ApiError('forbidden', 'Calls show your network address to the other person. Reload the page to go on.')
}

/** A call that wasn't accepted leaves a line in the conversation, whether it was declined or missed. */
async function finishCall(context: Deps, work: Work, call: CallRow): Promise<void> {
  const { tx, now } = work
  const { bus } = context
  const { id: callId, match_id: matchId, caller_id, callee_id } = call
  const both = [caller_id, callee_id]
  await updateCall(tx, call, { ended_at: now })
  work.afterCommit(() => bus.toAccounts(both, toEvent('ended', matchId, callId)))
  if (call.accepted_at) return
  const first_name = (await firstNames(tx, [caller_id])).get(caller_id) ?? ''
  const notice = noticeOf({ id: caller_id, first_name }, matchId)
  const line = {
    matchId,
    senderId: caller_id,
    clientId: `call ${callId}`,
    kind: 'call',
    now,
    budget: null,
    notice,
  } as const
  const sent = await saveMessage(tx, line)
  // The conversation no longer exists if the two have since unmatched.
  if (!sent || sent.refused_until) return
  await updateCall(tx, call, { message_id: sent.id })
  work.afterCommit(() => {
    announce(context, sent)
    bus.toAccounts(both, { type: 'message.sent', matchId, seq: sent.seq })
  })
}

type CallPath = { id: string; callId: string }

const alreadyCalling = () => new ApiError('conflict', 'One of you is already calling.')
const inACall = () => new ApiError('conflict', 'You’re already in a call.')
const hasEnded = () => new ApiError('conflict', 'This call has ended.')

const isBusy = async ({ tx, now }: Work, accountId: string, matchId: string): Promise<boolean> =>
  (await findOtherCalls(tx, accountId, matchId)).some((call) => !isOver(call, now))

/**
 * Sends no sound or video until the other person accepts. Someone in another call isn't notified, and the call rings
 * until it is missed, so no one can find out who is in a call.
 */
export async function askForCall(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  withVideo = false,
): Promise<{ callId: string }> {
  const { id: viewerId } = viewer.account
  assertUnlimited(viewer.account, context.clock.now())
  await assertMayBegin(context, viewer.account.id, matchId)
  await pairOf(context.db, viewer, matchId)
  await context.budgets.spend([
    { key: `call:${viewerId}:${matchId}`, limit: 10, within: hours(1) },
    { key: `call:${viewerId}`, limit: 30, within: hours(1) },
  ])
  const callId = await unitOfWork(context, asMember(viewerId), async (work) => {
    const { tx, now, bus } = work
    const pair = await pairOf(tx, viewer, matchId)
    await lockPeople(tx, [viewerId, pair.other_id])
    if (await isBusy(work, viewerId, matchId)) throw inACall()
    const open = await lockOpenCall(tx, matchId)
    if (open && !isOver(open, now)) throw alreadyCalling()
    if (open) await finishCall(context, work, open)
    const call = { match_id: matchId, caller_id: viewerId, callee_id: pair.other_id, asked_at: now }
    const { id } = await insertCall(tx, call)
    // Members who muted the conversation find the missed call there.
    const isHeard = !pair.muted && !(await isBusy(work, pair.other_id, matchId))
    const event: CallEvent = { ...toEvent('asked', matchId, id), ...(withVideo ? { kind: 'video' } : {}) }
    if (isHeard) work.afterCommit(() => bus.toAccounts([pair.other_id], event))
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
    const pair = await pairOf(tx, viewer, matchId)
    await lockPeople(tx, [viewer.account.id, pair.other_id])
    const call = await lockOpenCall(tx, matchId)
    if (!isTheirs(call, callId) || call.callee_id !== viewer.account.id || !isStillRinging(call, now)) throw hasEnded()
    if (await isBusy(work, viewer.account.id, matchId)) throw inACall()
    await updateCall(tx, call, { accepted_at: now, alive_at: now })
    const both = [call.caller_id, call.callee_id]
    work.afterCommit(() => bus.toAccounts(both, toEvent('accepted', matchId, callId)))
    return relaysOf(context, now)
  })
}

/**
 * Hangs up, declines or cancels, whichever applies. Ending the call again changes nothing, and its two people can do so
 * even if their match has ended or is hidden by now.
 */
export const endCall = (context: Deps, viewer: Viewer, { id: matchId, callId }: CallPath): Promise<void> =>
  unitOfWork(context, asMember(viewer.account.id), async (work) => {
    if (!(await wasInCall(work.tx, viewer.account.id, { matchId, callId }))) await pairOf(work.tx, viewer, matchId)
    const call = await lockOpenCall(work.tx, matchId)
    if (isTheirs(call, callId)) await finishCall(context, work, call)
  })

const AT_ONCE = 500

/**
 * Runs each minute. A caller may close the page instead of ending the call, and it would otherwise be missed without a
 * trace. Accepted calls leave no line, so they just lapse.
 */
export const endMissedCalls = async (context: Deps): Promise<void> => {
  const unanswered = await findUnanswered(context.db, later(context.clock.now(), -RINGS_FOR), AT_ONCE)
  await forEachSeparately(unanswered, ({ id, match_id: matchId }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      const call = await lockOpenCall(work.tx, matchId)
      if (isTheirs(call, id) && isOver(call, work.now)) await finishCall(context, work, call)
    }),
  )
}

const isTheirs = (call: CallRow | undefined, callId: string): call is CallRow => call?.id === callId

const noSuchCall = () => new ApiError('not_found', 'This call has ended.')

/** Returns the accepted call if the two may still talk, which a block, an unmatch, a ban or a restriction prevents. */
async function currentCall(
  { db, clock }: Deps,
  viewer: Viewer,
  { id, callId }: CallPath,
): Promise<CallRow & { otherId: string; accepted_at: Date }> {
  assertUnlimited(viewer.account, clock.now())
  const { other_id: otherId } = await pairOf(db, viewer, id)
  const call = await findOpenCall(db, id, callId)
  if (!call?.accepted_at || isTooLong(call.accepted_at, clock.now())) throw noSuchCall()
  return { ...call, accepted_at: call.accepted_at, otherId }
}

/** Returns relays for accepted calls only. Otherwise, anyone could use a relay by placing calls that no one answers. */
export async function keepCall(context: Deps, viewer: Viewer, path: CallPath): Promise<CallServers> {
  const call = await currentCall(context, viewer, path)
  await updateCall(context.db, call, { alive_at: context.clock.now() })
  return relaysOf(context, call.accepted_at)
}

export async function signalCall(context: Deps, viewer: Viewer, path: CallPath, data: string): Promise<void> {
  const { otherId } = await currentCall(context, viewer, path)
  await context.budgets.spend([{ key: `signal:${viewer.account.id}`, limit: 300, within: minutes(1) }])
  context.bus.toAccounts([otherId], toEvent('signal', path.id, path.callId, data))
}
