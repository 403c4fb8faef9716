import type { choices } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { allowance, choose, givenBy, likesOf, undo } from './service.ts'

export const choiceHandlers: Handlers<typeof choices> = {
  choose: async (context, { body }) => ({ data: await choose(context, context.viewer, body) }),
  undoChoice: async (context) => ({ data: await undo(context, context.viewer) }),
  getAllowance: async (context) => ({ data: await allowance(context, context.viewer) }),
  listLikes: async (context) => ({ data: await likesOf(context, context.viewer) }),
  listGivenLikes: async (context) => ({ data: { likes: await givenBy(context, context.viewer) } }),
}
