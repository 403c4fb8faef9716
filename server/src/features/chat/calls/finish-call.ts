import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../work.ts'
import { announce } from '../../delivery/index.ts'
import { saveMessage } from '../new-messages.sql.ts'
import { firstNames } from '../plans/plans.sql.ts'
import { noticeOf } from '../send-message.ts'
import { type CallRow, updateCall } from './calls.sql.ts'
import { toEvent } from './to-event.ts'

/** Ends a call. One that nobody accepted leaves a line in the conversation, whether it was declined or not heard. */
export async function finishCall(context: Deps, work: Work, call: CallRow): Promise<void> {
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
  // Two people who have parted in the meantime have no conversation.
  if (!sent || sent.refused_until) return
  await updateCall(tx, call, { message_id: sent.id })
  work.afterCommit(() => {
    announce(context, sent)
    bus.toAccounts(both, { type: 'message.sent', matchId, seq: sent.seq })
  })
}
