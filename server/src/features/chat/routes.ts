import type { chat, dateAnswers, datePlans, phoneCalls, voiceNotes } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { acceptCall, askForCall, endCall } from './calls/change-call.ts'
import { assertToldOfAddress } from './calls/relays.ts'
import { keepCall, signalCall } from './calls/during-call.ts'
import { deleteMessage, editMessage, reactToMessage } from './change-message.ts'
import { listMessages } from './list-messages.ts'
import { answerAboutDate, deleteDateAnswer, listDateQuestions } from './plans/answer-date.ts'
import { acceptPlan, endPlan, proposePlan } from './plans/change-plan.ts'
import { listPlans, readPlan } from './plans/read-plan.ts'
import { comeHome, listPlanShares, readSharedPlan, sharePlan, stopSharingPlan } from './plans/share-plan.ts'
import { readMessages } from './read-messages.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'
import { signalTyping } from './signal-typing.ts'
import { readVoiceNote } from './voice-notes/read-voice-note.ts'
import { sendVoiceNote } from './voice-notes/send-voice-note.ts'

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
    return { data: await askForCall(context, context.viewer, params.id) }
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
  listDatePlans: async (context) => ({ data: { plans: await listPlans(context, context.viewer) } }),
  getDatePlan: async (context, { params }) => ({ data: { plan: await readPlan(context, context.viewer, params.id) } }),
  proposePlan: async (context, { params, body }) => ({
    data: { plan: await proposePlan(context, context.viewer, params.id, body) },
  }),
  acceptPlan: async (context, { params, body }) => ({
    data: { plan: await acceptPlan(context, context.viewer, params, body.slot) },
  }),
  endPlan: async (context, { params }) => ({ data: { plan: await endPlan(context, context.viewer, params) } }),
  sharePlan: async (context, { params, body }) => ({
    data: await sharePlan(context, context.viewer, params, body.checkAt),
  }),
  listPlanShares: async (context) => ({ data: { shares: await listPlanShares(context, context.viewer) } }),
  comeHome: async (context, { params }) => ({ data: { share: await comeHome(context, context.viewer, params.id) } }),
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
