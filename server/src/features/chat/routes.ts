import {
  type chat,
  type dateAnswers,
  type datePlans,
  type Message,
  normalized,
  type phoneCalls,
  type voiceNotes,
} from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { acceptCall, askForCall, endCall, assertToldOfAddress, keepCall, signalCall } from './calls/calls.ts'
import {
  deleteMessage,
  editMessage,
  reactToMessage,
  sendMessage,
  assertUnlimited,
  noSuchMatch,
  readerOf,
  toMessage,
} from './messages.ts'
import { answerAboutDate, deleteDateAnswer, listDateQuestions } from './plans/answers.ts'
import {
  acceptPlan,
  endPlan,
  proposePlan,
  comeHome,
  listPlanShares,
  readSharedPlan,
  sharePlan,
  stopSharingPlan,
} from './plans/plans.ts'
import { listPlans, readPlans } from './plans/read-plans.ts'
import { readVoiceNote, sendVoiceNote } from './voice-notes/voice-notes.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import {
  openConversation,
  showsReceipts,
  findMessages,
  messagesAround,
  type MessageWindow,
  topicOf,
} from './queries.ts'
import { markTopicRead } from '../delivery/index.ts'
import { markRead, markReceived } from '../matching/index.ts'
import { refusedUntil } from '../../infra/budgets.ts'
import { later, minutes } from '../../infra/clock.ts'
import { errorCode } from '../../infra/error-fields.ts'

const MOST_FOUND = 50
/**
 * Some characters take long to fold, so without the limit, members could make a search of their own messages
 * arbitrarily slow.
 */
const MOST_MS = 2000
const QUICK_MS = 500
/** A member's limit of slow searches per minute, and of concurrent quick ones. */
const SLOW = { limit: 6, within: minutes(1) }

const STOPPED = '57014'

async function searchMessages(context: Deps, viewer: Viewer, said: string): Promise<Message[]> {
  const text = normalized(said.trim(), 'NFC')
  // PostgreSQL can't store lone surrogates or NUL characters, so no message contains them.
  if (text === '' || !text.isWellFormed() || text.includes('\0')) return []
  const { db, budgets, clock } = context
  const reader = await readerOf(context, viewer)
  const budget = { key: `search-messages:${viewer.account.id}`, ...SLOW }
  await budgets.spend([budget])
  const began = performance.now()
  const rows = await findMessages(db, viewer.account.id, text, { most: MOST_FOUND, within: MOST_MS }).catch(
    (error: unknown) => {
      const now = clock.now()
      throw errorCode(error) === STOPPED ? refusedUntil(later(now, SLOW.within), now) : error
    },
  )
  if (performance.now() - began < QUICK_MS) await budgets.refill([budget.key])
  return rows.map((row) => toMessage(reader, row))
}

type Page = { messages: Message[]; more: boolean; readTo: number | null; deliveredTo: number | null }

async function listMessages(context: Deps, viewer: Viewer, matchId: string, window: MessageWindow): Promise<Page> {
  const { account } = viewer
  const { db } = context
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const rows = await messagesAround(db, matchId, window)
  const page = rows.slice(0, window.limit)
  const ordered = window.after === undefined ? page.toReversed() : page
  const last = ordered.at(-1)
  const isNewestPage = window.after !== undefined || window.before === undefined
  const isShown = showsReceipts(account)
  if (last && isShown && isNewestPage && last.seq > conversation.own_delivered)
    await markReceived(db, conversation, last.seq)
  const isMutual = isShown && conversation.receipts
  const reader = await readerOf(context, viewer)
  return {
    messages: ordered.map((row) => toMessage(reader, row)),
    more: rows.length > window.limit,
    readTo: isMutual ? conversation.seq : null,
    deliveredTo: isMutual ? conversation.delivered : null,
  }
}

/**
 * Also marks the conversation's notifications as read. Messages that were first read without receipts get receipts if
 * they are read again with receipts on.
 */
async function readMessages(context: Deps, { account }: Viewer, matchId: string, upTo: number): Promise<void> {
  const { db, bus } = context
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const seq = Math.min(upTo, conversation.last_seq)
  const isShown = showsReceipts(account)
  const own = isShown ? conversation.own_shown : conversation.own_seq
  if (seq <= own || !(await markRead(db, conversation, seq, isShown))) return
  await markTopicRead(context, account.id, topicOf(matchId), `match:${matchId}`)
  const isMutual = isShown && conversation.receipts
  const readers = isMutual ? [account.id, conversation.other_id] : [account.id]
  bus.toAccounts(readers, { type: 'messages.read', matchId, seq })
}

async function signalTyping({ db, bus, clock }: Deps, { account }: Viewer, matchId: string): Promise<void> {
  assertUnlimited(account, clock.now())
  const conversation = await openConversation(db, account.id, matchId)
  if (!conversation) throw noSuchMatch()
  const { other_id, presence } = conversation
  if (account.show_last_active && presence) bus.toAccounts([other_id], { type: 'typing', matchId })
}

export const chatHandlers: Handlers<typeof chat> = {
  listMessages: async (context, { params, query }) => ({
    data: await listMessages(context, context.viewer, params.id, query),
  }),
  sendMessage: async (context, { params, body }) => ({
    data: { message: await sendMessage(context, context.viewer, params.id, body) },
  }),
  editMessage: async (context, { params, body }) => ({
    data: { message: await editMessage(context, context.viewer, params, body.text) },
  }),
  deleteMessage: async (context, { params }) => ({
    data: { message: await deleteMessage(context, context.viewer, params) },
  }),
  react: async (context, { params, body }) => ({
    data: { message: await reactToMessage(context, context.viewer, params, body.emoji) },
  }),
  readMessages: async (context, { params, body }) => {
    await readMessages(context, context.viewer, params.id, body.seq)
    return { done: true }
  },
  typing: async (context, { params }) => {
    await signalTyping(context, context.viewer, params.id)
    return { done: true }
  },
  searchMessages: async (context, { query }) => ({
    data: { messages: await searchMessages(context, context.viewer, query.q) },
  }),
}

export const voiceHandlers: Handlers<typeof voiceNotes> = {
  sendVoiceNote: async (context, { params, query, body, file }) => ({
    data: { message: await sendVoiceNote(context, context.viewer, params.id, { ...query, ...body }, file) },
  }),
  getVoiceNote: (context, { params }) => readVoiceNote(context, context.viewer, params),
}

export const callHandlers: Handlers<typeof phoneCalls> = {
  askForCall: async (context, { params, body }) => {
    assertToldOfAddress(context, body)
    return { data: await askForCall(context, context.viewer, params.id, body.withVideo) }
  },
  acceptCall: async (context, { params, body }) => {
    assertToldOfAddress(context, body)
    return { data: { servers: await acceptCall(context, context.viewer, params) } }
  },
  keepCall: async (context, { params }) => ({ data: { servers: await keepCall(context, context.viewer, params) } }),
  signalCall: async (context, { params, body }) => {
    await signalCall(context, context.viewer, params, body.data)
    return { done: true }
  },
  endCall: async (context, { params }) => {
    await endCall(context, context.viewer, params)
    return { done: true }
  },
}

export const planHandlers: Handlers<typeof datePlans> = {
  listDatePlans: async (context) => ({ data: await listPlans(context, context.viewer) }),
  getDatePlan: async (context, { params }) => ({ data: await readPlans(context, context.viewer, params.id) }),
  proposePlan: async (context, { params, body }) => ({
    data: await proposePlan(context, context.viewer, params.id, body),
  }),
  acceptPlan: async (context, { params, body }) => ({
    data: await acceptPlan(context, context.viewer, params, body.slot),
  }),
  endPlan: async (context, { params }) => ({ data: await endPlan(context, context.viewer, params) }),
  sharePlan: async (context, { params, body }) => ({
    data: await sharePlan(context, context.viewer, params, body.checkAt),
  }),
  listPlanShares: async (context) => ({ data: { shares: await listPlanShares(context, context.viewer) } }),
  comeHome: async (context, { params }) => ({
    data: { share: await comeHome(context, context.viewer, params.id) },
  }),
  stopSharingPlan: async (context, { params }) => {
    await stopSharingPlan(context, context.viewer, params.id)
    return { done: true }
  },
  readSharedPlan: async (context, { body }) => ({ data: { plan: await readSharedPlan(context, body.token) } }),
}

export const dateAnswerHandlers: Handlers<typeof dateAnswers> = {
  listDateQuestions: async (context) => ({ data: await listDateQuestions(context, context.viewer) }),
  answerAboutDate: async (context, { params, body }) => {
    await answerAboutDate(context, context.viewer, params.id, body)
    return { done: true }
  },
  deleteDateAnswer: async (context, { params }) => {
    await deleteDateAnswer(context, context.viewer, params.id)
    return { done: true }
  },
}
