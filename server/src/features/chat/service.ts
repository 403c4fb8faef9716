import { ApiError, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { minutes } from '../../infra/clock.ts'
import { isTaken, type Tx } from '../../infra/db/db.ts'
import { pictureAddress } from '../../infra/picture-address.ts'
import { notify, settle } from '../delivery/index.ts'
import { type Words, wordsOf } from '../operations/index.ts'
import * as queries from './queries.ts'
import { EDITABLE_FOR, nudgeFor } from './rules.ts'
import { asMember, unitOfWork, type Work } from '../../work.ts'

export { personalData } from './personal-data.ts'

export { newest, setMuted } from './queries.ts'
export { PARKED_AFTER } from './rules.ts'

const noMatch = () => new ApiError('not_found', 'There is no such match.')
const noMessage = () => new ApiError('not_found', 'There is no such message.')

type Telling = Pick<Deps, 'keys' | 'clock'> & { words: Words }

/** With what a reader is warned of. */
const telling = async (context: Deps): Promise<Telling> => ({ ...context, words: await wordsOf(context) })

function told({ keys, clock, words }: Telling, { account, sessionId }: Viewer, row: queries.MessageRow): Message {
  const viewerId = account.id
  return {
    _id: row.id,
    matchId: row.match_id,
    seq: row.seq,
    clientId: row.client_id,
    senderId: row.sender_id,
    text: row.text,
    picture: row.public_id
      ? {
          url: pictureAddress(keys, sessionId, row.public_id, clock.now()),
          placeholder: row.placeholder ?? '',
          width: row.width ?? 0,
          height: row.height ?? 0,
        }
      : null,
    replyTo: row.reply_id ? { _id: row.reply_id, text: row.reply_text, mine: row.reply_sender === viewerId } : null,
    reactions: row.reactions.map(({ emoji, account_id }) => ({ emoji, mine: account_id === viewerId })),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    nudge: row.sender_id === viewerId ? null : nudgeFor(row.text, words),
  }
}

type Written = {
  clientId: string
  text?: string | undefined
  publicId?: string | undefined
  replyTo?: string | undefined
}

/** Writes into a conversation. What is answered is committed; the same message again is the one that stands there. */
export async function send(context: Deps, viewer: Viewer, matchId: string, written: Written): Promise<Message> {
  const { account } = viewer
  const { db } = context
  if (written.text === undefined && written.publicId === undefined)
    throw new ApiError('invalid_request', 'Please write something.', {
      errors: [{ path: 'text', msg: 'Please write something.' }],
    })
  await context.budgets.spend([{ key: `message:${account.id}`, limit: 120, within: minutes(1) }])
  await unitOfWork(context, asMember(account.id), (work) =>
    write(work, account.id, account.first_name, matchId, written),
  ).catch((error: unknown) => {
    // Sent before: that one stands.
    if (!isTaken(error)) throw error
  })
  const stands = (await queries.bySender(db, matchId, account.id, written.clientId))!
  if (!isSame(stands, written)) throw new ApiError('key_reused', 'Another message was sent under this client id.')
  return told(await telling(context), viewer, stands)
}

/** Whether the message that stands is the one that was sent, as far as neither its words nor its picture have been changed since. */
const isSame = (stands: queries.MessageRow, { text, publicId, replyTo }: Written): boolean =>
  (stands.edited_at !== null || stands.deleted_at !== null || stands.text === (text ?? null)) &&
  (stands.public_id === (publicId ?? null) || (stands.public_id === null && stands.text === null)) &&
  stands.reply_id === (replyTo ?? null)

async function write(
  work: Work<'bus' | 'jobs'>,
  senderId: string,
  name: string,
  matchId: string,
  { clientId, text, publicId, replyTo }: Written,
): Promise<void> {
  const { now } = work
  const place = await queries.nextPlace(work.tx, senderId, matchId, now)
  if (!place) throw noMatch()
  if (replyTo && !(await queries.byId(work.tx, matchId, replyTo))) throw noMessage()
  await queries.add(work.tx, {
    match_id: matchId,
    seq: place.last_seq,
    sender_id: senderId,
    client_id: clientId,
    text: text ?? null,
    public_id: publicId ?? null,
    reply_to: replyTo ?? null,
    created_at: now,
  })
  // Only now: the same message again is the one that stands, whatever became of its picture.
  if (publicId && !(await queries.freePicture(work.tx, senderId, publicId)))
    throw new ApiError('not_found', 'There is no such picture.')
  if (!place.muted)
    await notify(work, {
      to: place.other_id,
      about: senderId,
      kind: 'message',
      topic: `message:${matchId}`,
      details: { name, matchId },
    })
  work.afterCommit(() =>
    work.bus.toAccounts([senderId, place.other_id], { type: 'message.sent', matchId, seq: place.last_seq }),
  )
}

/** What was read and delivered tells when somebody is here: it follows the switch for that, too, of both (queries.receiptsOf). */
const tellsReceipts = (account: Viewer['account']): boolean => account.receipts && account.show_last_active

type Window = Parameters<typeof queries.stretch>[2]

export async function conversation(context: Deps, viewer: Viewer, matchId: string, window: Window) {
  const { account } = viewer
  const { db } = context
  const match = await queries.openMatch(db, account.id, matchId)
  if (!match) throw noMatch()
  const rows = await queries.stretch(db, matchId, window)
  const page = rows.slice(0, window.limit)
  const ordered = window.after === undefined ? page.toReversed() : page
  const last = ordered.at(-1)
  if (last && (window.after !== undefined || window.before === undefined))
    await queries.delivered(db, matchId, account.id, last.seq)
  const theirs = await queries.receiptsOf(db, matchId, match.other_id)
  const mutual = tellsReceipts(account) && theirs?.receipts
  const by = await telling(context)
  return {
    messages: ordered.map((row) => told(by, viewer, row)),
    more: rows.length > window.limit,
    readTo: mutual ? theirs.seq : null,
    deliveredTo: mutual ? theirs.delivered : null,
  }
}

/** One's own message in a conversation that is open, with the other person. */
async function own(tx: Tx, accountId: string, matchId: string, id: string, mine = true) {
  const match = await queries.openMatch(tx, accountId, matchId)
  const row = match && (await queries.byId(tx, matchId, id))
  if (!match || !row || (mine && row.sender_id !== accountId)) throw noMessage()
  return { row, both: [accountId, match.other_id] }
}

type Which = { matchId: string; id: string; mine: boolean }
type Change = (work: Work, row: queries.MessageRow) => Promise<unknown>

async function changed(context: Deps, viewer: Viewer, { matchId, id, mine }: Which, change: Change) {
  const { account } = viewer
  await unitOfWork(context, asMember(account.id), async (work) => {
    const { row, both } = await own(work.tx, account.id, matchId, id, mine)
    await change(work, row)
    work.afterCommit(() => work.bus.toAccounts(both, { type: 'message.changed', matchId, messageId: id }))
  })
  return told(await telling(context), viewer, (await queries.byId(context.db, matchId, id))!)
}

export const edit = (context: Deps, viewer: Viewer, matchId: string, id: string, text: string): Promise<Message> =>
  changed(context, viewer, { matchId, id, mine: true }, ({ tx, now }, row) => {
    if (row.deleted_at || row.text === null || now.getTime() - row.created_at.getTime() > EDITABLE_FOR)
      throw new ApiError('conflict', 'A message can be changed for fifteen minutes.')
    return queries.change(tx, id, { text, edited_at: now })
  })

/** Gone for both at once. The words stay for a report that is about them, and for nothing else. */
export const remove = (context: Deps, viewer: Viewer, matchId: string, id: string): Promise<Message> =>
  changed(context, viewer, { matchId, id, mine: true }, async ({ tx, now }, row) => {
    if (!row.deleted_at) await queries.change(tx, id, { deleted_at: now })
    await queries.setReaction(tx, id, viewer.account.id, null)
  })

export const react = (
  context: Deps,
  viewer: Viewer,
  matchId: string,
  id: string,
  emoji: string | null,
): Promise<Message> =>
  changed(context, viewer, { matchId, id, mine: false }, ({ tx }, row) => {
    if (row.deleted_at) throw noMessage()
    return queries.setReaction(tx, id, viewer.account.id, emoji)
  })

export async function read(context: Deps, { account }: Viewer, matchId: string, seq: number): Promise<void> {
  const match = await queries.openMatch(context.db, account.id, matchId)
  if (!match) throw noMatch()
  if (!(await queries.read(context.db, matchId, account.id, Math.min(seq, match.last_seq)))) return
  await settle(context, account.id, `message:${matchId}`)
  await settle(context, account.id, `match:${matchId}`)
  const theirs = await queries.receiptsOf(context.db, matchId, match.other_id)
  const event = { type: 'messages.read', matchId, seq } as const
  context.bus.toAccounts(
    tellsReceipts(account) && theirs?.receipts ? [account.id, match.other_id] : [account.id],
    event,
  )
}

export async function typing(context: Deps, { account }: Viewer, matchId: string): Promise<void> {
  const match = await queries.openMatch(context.db, account.id, matchId)
  if (!match) throw noMatch()
  const theirs = await queries.receiptsOf(context.db, matchId, match.other_id)
  if (account.show_last_active && theirs?.presence)
    context.bus.toAccounts([match.other_id], { type: 'typing', matchId })
}

const MOST_FOUND = 50

export async function search(context: Deps, viewer: Viewer, text: string): Promise<Message[]> {
  const { account } = viewer
  if (!text.isWellFormed() || text.includes('\0')) return []
  const by = await telling(context)
  return (await queries.search(context.db, account.id, text.trim().normalize('NFC'), MOST_FOUND)).map((row) =>
    told(by, viewer, row),
  )
}
