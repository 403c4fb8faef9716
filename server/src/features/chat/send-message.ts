import { ApiError, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { minutes } from '../../infra/clock.ts'
import { isTaken } from '../../infra/db/db.ts'
import { asMember, unitOfWork, type Work } from '../../work.ts'
import { record } from '../delivery/index.ts'
import { noSuchMatch, noSuchMessage } from './errors.ts'
import { addMessage, hasFreePicture, messageById, messageByClientId, type MessageRow } from './messages.sql.ts'
import { takeNextSeq } from './open-matches.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

type MessageInput = {
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  replyTo?: string | undefined
}

/** Sends a message. The answer shows what is committed; sending the same message again returns the saved one. */
export async function sendMessage(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  input: MessageInput,
): Promise<Message> {
  const { account } = viewer
  if (input.text === undefined && input.publicId === undefined)
    throw new ApiError('invalid_request', 'Please write something.', {
      errors: [{ path: 'text', msg: 'Please write something.' }],
    })
  await context.budgets.spend([{ key: `message:${account.id}`, limit: 120, within: minutes(1) }])
  await unitOfWork(context, asMember(account.id), (work) => saveMessage(work, viewer, matchId, input)).catch(
    (error: unknown) => {
      // The unique client id refuses a message that was saved before, which is then the answer.
      if (!isTaken(error)) throw error
    },
  )
  const saved = await messageByClientId(context.db, matchId, account.id, input.clientId)
  if (!saved) throw noSuchMessage()
  if (!isSame(saved, input)) throw new ApiError('key_reused', 'Another message was sent under this client id.')
  return toMessage(await readerOf(context, viewer), saved)
}

/** Whether the saved message is the one that is sent now. What was edited or deleted since can't be compared. */
const isSame = (saved: MessageRow, { text, publicId, replyTo }: MessageInput): boolean =>
  (saved.edited_at !== null || saved.deleted_at !== null || saved.text === (text ?? null)) &&
  (saved.public_id === (publicId ?? null) || (saved.public_id === null && saved.text === null)) &&
  saved.reply_id === (replyTo ?? null)

async function saveMessage(
  work: Work<'bus' | 'jobs'>,
  { account: { id: senderId, first_name: name } }: Viewer,
  matchId: string,
  { clientId, text, publicId, replyTo }: MessageInput,
): Promise<void> {
  const { tx, now, bus } = work
  const match = await takeNextSeq(tx, senderId, matchId, now)
  if (!match) throw noSuchMatch()
  const { other_id: to, last_seq: seq } = match
  if (replyTo && !(await messageById(tx, matchId, replyTo))) throw noSuchMessage()
  await addMessage(tx, {
    match_id: matchId,
    seq,
    sender_id: senderId,
    client_id: clientId,
    text: text ?? null,
    public_id: publicId ?? null,
    reply_to: replyTo ?? null,
    created_at: now,
  })
  // Checked after the insert, so that a message that is sent again finds the saved one even if its picture is gone.
  if (publicId && !(await hasFreePicture(tx, senderId, publicId)))
    throw new ApiError('not_found', 'There is no such picture.')
  if (!match.muted)
    await record(work, {
      to,
      about: senderId,
      kind: 'message',
      topic: `message:${matchId}`,
      details: { name, matchId },
    })
  work.afterCommit(() => bus.toAccounts([senderId, to], { type: 'message.sent', matchId, seq }))
}
