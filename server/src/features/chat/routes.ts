import type { chat } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import * as service from './service.ts'

export const chatHandlers: Handlers<typeof chat> = {
  listMessages: async (context, { params, query }) => ({
    data: await service.conversation(context, context.viewer, params.id, query),
  }),
  sendMessage: async (context, { params, body }) => ({
    data: { message: await service.send(context, context.viewer, params.id, body) },
  }),
  editMessage: async (context, { params, body }) => ({
    data: { message: await service.edit(context, context.viewer, params.id, params.messageId, body.text) },
  }),
  deleteMessage: async (context, { params }) => ({
    data: { message: await service.remove(context, context.viewer, params.id, params.messageId) },
  }),
  react: async (context, { params, body }) => ({
    data: { message: await service.react(context, context.viewer, params.id, params.messageId, body.emoji) },
  }),
  readMessages: async (context, { params, body }) => {
    await service.read(context, context.viewer, params.id, body.seq)
    return { done: true }
  },
  typing: async (context, { params }) => {
    await service.typing(context, context.viewer, params.id)
    return { done: true }
  },
  searchMessages: async (context, { query }) => ({
    data: { messages: await service.search(context, context.viewer, query.q) },
  }),
}
