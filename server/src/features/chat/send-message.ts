import { ApiError, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { minutes } from '../../infra/clock.ts'
import { refusedUntil } from '../../infra/budgets.ts'
import { isMissing, isTaken, retryOnConflict, transaction } from '../../infra/db/db.ts'
import { announce } from '../delivery/index.ts'
import { showLast } from '../matching/index.ts'
import { assertUnlimited, noSuchMatch, noSuchMessage } from './errors.ts'
import { isHeldBack } from './held-back.sql.ts'
import { messageByClientId, type MessageRow, topicOf } from './messages.sql.ts'
import { saveMessage, wordsAlone } from './new-messages.sql.ts'
import { readerOf, toMessage } from './to-message.ts'

type MessageInput = {
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  replyTo?: string | undefined
}

/** The answer shows the committed message; sending it again returns the saved one. */
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
  assertUnlimited(account, context.clock.now())
  if (input.publicId !== undefined) await assertNotHeldBack(context, account.id, input.publicId)
  const trySend = async () =>
    (await send(context, viewer, matchId, input)) ??
    (await messageByClientId(context.db, matchId, account.id, input.clientId))
  let saved = await trySend()
  // Its number is that of a message that the match doesn't know.
  if (!saved && (await transaction(context.db, (tx) => showLast(tx, matchId)))) saved = await trySend()
  if (!saved) throw noSuchMessage()
  if (!isSame(saved, input)) throw new ApiError('key_reused', 'Another message was already sent with this client ID.')
  return toMessage(await readerOf(context, viewer), saved)
}

/** Photos are compared with the watchlist. Only one that looks like a removed photo is compared before it is sent. */
async function assertNotHeldBack({ db }: Deps, senderId: string, publicId: string): Promise<void> {
  if (await isHeldBack(db, senderId, publicId))
    throw new ApiError('forbidden', 'This photo looks like one that our team removed, so you can’t send it.')
}

export const noticeOf = (
  { id: about, first_name: name }: Pick<Viewer['account'], 'id' | 'first_name'>,
  matchId: string,
) => ({ about, kind: 'message', topic: topicOf(matchId), details: { name, matchId } }) as const

/** A message that was edited or deleted since can't be compared. */
const isSame = (saved: MessageRow, { text, publicId, replyTo }: MessageInput): boolean =>
  saved.voice === null &&
  (saved.edited_at !== null || saved.deleted_at !== null || saved.text === (text ?? null)) &&
  (saved.public_id === (publicId ?? null) || (saved.public_id === null && saved.text === null)) &&
  (saved.reply?.id ?? null) === (replyTo ?? null)

/**
 * Does nothing if the message was saved before. Returns it if it is only text: everything else in a message has to be
 * read.
 */
async function send(
  context: Deps,
  { account }: Viewer,
  matchId: string,
  input: MessageInput,
): Promise<MessageRow | undefined> {
  const { id: senderId } = account
  const notice = noticeOf(account, matchId)
  const budget = context.budgets.inStatement({ key: `message:${senderId}`, limit: 120, within: minutes(1) })
  const message = { matchId, senderId, ...input, now: context.clock.now(), budget, notice }
  try {
    const sent = await retryOnConflict(() => saveMessage(context.db, message))
    if (!sent) throw noSuchMatch()
    if (sent.refused_until) throw refusedUntil(sent.refused_until, message.now)
    announce(context, sent)
    context.bus.toAccounts([senderId, sent.other_id], { type: 'message.sent', matchId, seq: sent.seq })
    return input.publicId || input.replyTo ? undefined : wordsAlone(message, sent)
  } catch (error) {
    if (isMissing(error, 'reply_to')) throw noSuchMessage()
    if (isMissing(error, 'public_id')) throw new ApiError('not_found', 'We couldn’t find this photo.')
    if (!isTaken(error)) throw error
    return undefined
  }
}
