import type { chat } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { deleteMessage, editMessage, reactToMessage } from './change-message.ts'
import { listMessages } from './list-messages.ts'
import { readMessages } from './read-messages.ts'
import { searchMessages } from './search-messages.ts'
import { sendMessage } from './send-message.ts'
import { signalTyping } from './signal-typing.ts'

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
