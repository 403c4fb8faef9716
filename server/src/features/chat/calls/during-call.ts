import { ApiError, type CallServers } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { assertUnlimited } from '../errors.ts'
import { pairOf } from '../plans/read-plan.ts'
import { type CallRow, findOpenCall, updateCall } from './calls.sql.ts'
import type { CallPath } from './change-call.ts'
import { relaysOf } from './relays.ts'
import { isTooLong } from './rules.ts'
import { toEvent } from './to-event.ts'

const noSuchCall = () => new ApiError('not_found', 'This call has ended.')

/** The accepted call of two people who may still talk. A block, an unmatch, a ban or a restriction ends that. */
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

/** Only people in an accepted call get its servers: otherwise, anyone could use a relay by calling in vain. */
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
