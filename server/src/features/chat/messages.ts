import { ApiError, invalidField, type Message } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import {
  editText,
  isHeldBack,
  lockMessage,
  markDeleted,
  messageByClientId,
  messageById,
  type MessageRow,
  openMatch,
  type Place,
  saveMessage,
  saveReaction,
  topicOf,
  uncountMessage,
  wordsAlone,
} from './queries.ts'
import { EDITABLE_FOR, MOST_EDITS, nudgeFor } from './rules.ts'
import { announce } from '../delivery/index.ts'
import { showChanged, repairLastMessage } from '../matching/index.ts'
import { doWomenBegin, theirTurn } from './first-message.ts'
import { assertOn, type Words, wordsOf } from '../operations/index.ts'
import { assertTextNotHidden } from '../profiles/index.ts'
import type { Viewer } from '../../http/session.ts'
import { refusedUntil } from '../../infra/budgets.ts'
import { minutes, toInstant } from '../../infra/clock.ts'
import { isMissing, isTaken, retryOnConflict, transaction } from '../../infra/db/db.ts'
import { pictureAddress } from '../../infra/picture-address.ts'
import { asMember, unitOfWork, type Work } from '../../work.ts'

export const noSuchMatch = () => new ApiError('not_found', 'We couldn’t find this match.')
export const noSuchMessage = () => new ApiError('not_found', 'We couldn’t find this message.')

export function assertUnlimited({ limited_until }: { limited_until: Date | null }, now: Date): void {
  if (limited_until !== null && limited_until > now)
    throw new ApiError('forbidden', 'You can’t send messages for now. See the decision in Support.')
}

type Reader = Pick<Deps, 'keys' | 'clock'> & { viewer: Viewer; words: Words }

export const readerOf = async (context: Deps, viewer: Viewer): Promise<Reader> => ({
  keys: context.keys,
  clock: context.clock,
  viewer,
  words: await wordsOf(context),
})

export function toMessage(reader: Reader, row: MessageRow): Message {
  const viewerId = reader.viewer.account.id
  return {
    _id: row.id,
    matchId: row.match_id,
    seq: row.seq,
    clientId: row.client_id,
    senderId: row.sender_id,
    text: row.text,
    picture: toPicture(reader, row),
    voice: row.voice,
    call: row.call,
    replyTo: row.reply && {
      _id: row.reply.id,
      text: row.reply.text,
      only: row.reply.only,
      mine: row.reply.sender === viewerId,
    },
    reactions: row.reactions.map(({ emoji, account_id }) => ({ emoji, mine: account_id === viewerId })),
    createdAt: row.created_at.toISOString(),
    editedAt: toInstant(row.edited_at),
    deletedAt: toInstant(row.deleted_at),
    removed: row.hidden_at !== null,
    nudge: row.sender_id === viewerId ? null : nudgeFor(row, reader.words),
  }
}

const toPicture = ({ keys, clock, viewer }: Reader, row: MessageRow): Message['picture'] =>
  row.public_id
    ? {
        url: pictureAddress(keys, viewer.sessionId, row.public_id, clock.now()),
        placeholder: row.placeholder ?? '',
        width: row.width ?? 0,
        height: row.height ?? 0,
      }
    : null

type MessagePath = { id: string; messageId: string }

/** The texts before remain for reports about the message. */
export const editMessage = (context: Deps, viewer: Viewer, path: MessagePath, text: string): Promise<Message> =>
  changeMessage(context, viewer, path, async ({ tx, now }, row) => {
    assertOwn(viewer, row)
    assertUnlimited(viewer.account, now)
    if (row.deleted_at || row.text === null || now.getTime() - row.created_at.getTime() > EDITABLE_FOR)
      throw new ApiError('conflict', 'You can edit a message for 15 minutes after you send it.')
    if (text === row.text) return
    await assertTextNotHidden(tx, viewer.account.id, text, 'text')
    if (!(await editText(tx, row, { text, now, most: MOST_EDITS })))
      throw new ApiError('conflict', 'You’ve edited this message too often. Please write a new one.')
  })

/** Deletes the message for both people. Its text remains only for reports about it. */
export const deleteMessage = (context: Deps, viewer: Viewer, path: MessagePath): Promise<Message> =>
  changeMessage(context, viewer, path, async ({ tx, now }, row) => {
    assertOwn(viewer, row)
    if (!row.deleted_at) await markDeleted(tx, row, now)
    await saveReaction(tx, row, viewer.account.id, null)
  })

export const reactToMessage = (
  context: Deps,
  viewer: Viewer,
  path: MessagePath,
  emoji: string | null,
): Promise<Message> =>
  changeMessage(context, viewer, path, ({ tx, now }, row) => {
    if (emoji !== null) assertUnlimited(viewer.account, now)
    if (row.deleted_at) throw noSuchMessage()
    return saveReaction(tx, row, viewer.account.id, emoji)
  })

function assertOwn({ account }: Viewer, row: MessageRow): void {
  if (row.sender_id !== account.id) throw noSuchMessage()
}

async function changeMessage(
  context: Deps,
  viewer: Viewer,
  { id: matchId, messageId }: MessagePath,
  change: (work: Work, row: MessageRow) => Promise<unknown>,
): Promise<Message> {
  const { id: viewerId } = viewer.account
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const match = await openMatch(work.tx, viewerId, matchId)
    const row = match && (await lockMessage(work.tx, matchId, messageId))
    if (!match || !row) throw noSuchMessage()
    await change(work, row)
    const both = [viewerId, match.other_id]
    work.afterCommit(() => work.bus.toAccounts(both, { type: 'message.changed', matchId, messageId }))
  })
  const changed = await messageById(context.db, matchId, messageId)
  if (!changed) throw noSuchMessage()
  return toMessage(await readerOf(context, viewer), changed)
}

/** Operator commands have no bus, because they have no open pages to notify. */
type Announcing = Pick<Work, 'tx' | 'now'> & Partial<Pick<Work<'bus'>, 'bus' | 'afterCommit'>>

/**
 * Hides a message from both people or shows it again, and updates their open pages. Returns false if nothing changed: a
 * message that its author deleted is already hidden, and stays hidden.
 */
export async function moderateMessage(
  { tx, now, bus, afterCommit }: Announcing,
  how: 'hide' | 'show',
  { id, match_id: matchId }: Place,
  senderId: string,
): Promise<boolean> {
  const hidden = how === 'hide' ? now : null
  const { numAffectedRows } = await sql`
    update messages set deleted_at = ${hidden}, hidden_at = ${hidden}
    where match_id = ${matchId} and id = ${id} and sender_id = ${senderId}
      and ${how === 'hide' ? sql`deleted_at is null` : sql`hidden_at is not null`}`.execute(tx)
  const match = numAffectedRows && (await showChanged(tx, matchId))
  if (!match) return false
  if (how === 'hide') await uncountMessage(tx, { id, match_id: matchId }, match)
  const event = { type: 'message.changed', matchId, messageId: id } as const
  afterCommit?.(() => bus?.toAccounts([match.a_id, match.b_id], event))
  return true
}

type MessageInput = {
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  replyTo?: string | undefined
}

/** Returns the committed message. Sending the same message again returns the saved one. */
export async function sendMessage(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  input: MessageInput,
): Promise<Message> {
  const { account } = viewer
  if (input.text === undefined && input.publicId === undefined) throw invalidField('text', 'Please write something.')
  assertUnlimited(account, context.clock.now())
  if (input.publicId !== undefined) await assertOn(context, 'chatPhotos')
  if (input.publicId !== undefined) await assertNotHeldBack(context, account.id, input.publicId)
  const trySend = async () =>
    (await send(context, viewer, matchId, input)) ??
    (await messageByClientId(context.db, matchId, account.id, input.clientId))
  let saved = await trySend()
  // The next number may be taken by a message that the match hasn't recorded yet.
  if (!saved && (await transaction(context.db, (tx) => repairLastMessage(tx, matchId)))) saved = await trySend()
  if (!saved) throw noSuchMessage()
  if (!isSame(saved, input)) throw new ApiError('key_reused', 'Another message was already sent with this client ID.')
  return toMessage(await readerOf(context, viewer), saved)
}

/** Queues the photo for comparison with the watchlist, and refuses it now if it looks like one that staff removed. */
async function assertNotHeldBack({ db }: Deps, senderId: string, publicId: string): Promise<void> {
  if (await isHeldBack(db, senderId, publicId))
    throw new ApiError('forbidden', 'This photo looks like one that our team removed, so you can’t send it.')
}

export const noticeOf = (
  { id: about, first_name: name }: Pick<Viewer['account'], 'id' | 'first_name'>,
  matchId: string,
) => ({ about, kind: 'message', topic: topicOf(matchId), details: { name, matchId } }) as const

/** Edited and deleted texts count as the same, because they can't be compared. */
const isSame = (saved: MessageRow, { text, publicId, replyTo }: MessageInput): boolean =>
  saved.voice === null &&
  (saved.edited_at !== null || saved.deleted_at !== null || saved.text === (text ?? null)) &&
  (saved.public_id === (publicId ?? null) || (saved.public_id === null && saved.text === null)) &&
  (saved.reply?.id ?? null) === (replyTo ?? null)

/**
 * Does nothing if the message is already saved. Returns a message that is only text; any other has to be read from the
 * database.
 */
async function send(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  input: MessageInput,
): Promise<MessageRow | undefined> {
  const { account } = viewer
  const { id: senderId } = account
  const womenFirst = await doWomenBegin(context)
  const notice = noticeOf(account, matchId)
  const budget = context.budgets.inStatement({ key: `message:${senderId}`, limit: 120, within: minutes(1) })
  const message = { matchId, senderId, ...input, now: context.clock.now(), budget, notice, womenFirst }
  try {
    const sent = await retryOnConflict(() => saveMessage(context.db, message))
    if (!sent) throw noSuchMatch()
    if (sent.refused_until) throw refusedUntil(sent.refused_until, message.now)
    announce(context, sent)
    context.bus.toAccounts([senderId, sent.other_id], { type: 'message.sent', matchId, seq: sent.seq })
    return input.publicId || input.replyTo ? undefined : wordsAlone(message, sent)
  } catch (error) {
    if (isMissing(error, 'women_first')) throw theirTurn()
    if (isMissing(error, 'reply_to')) throw noSuchMessage()
    if (isMissing(error, 'public_id')) throw new ApiError('not_found', 'We couldn’t find this photo.')
    if (!isTaken(error)) throw error
    return undefined
  }
}
