import type { friends } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { getFriendPreferences, listFriends, setFriendPreferences } from '../../discovery/index.ts'
import { chooseFriend, stopLooking, undoFriendChoice } from './friends.ts'

export const friendHandlers: Handlers<typeof friends> = {
  listFriends: async (context, { query }) => ({ data: await listFriends(context, context.viewer, query) }),
  getFriendPreferences: async (context) => ({
    data: { preferences: await getFriendPreferences(context, context.viewer) },
  }),
  setFriendPreferences: async (context, { body }) => ({
    data: { preferences: await setFriendPreferences(context, context.viewer, body) },
  }),
  leaveFriends: async (context) => {
    await stopLooking(context, context.viewer)
    return { done: true }
  },
  chooseFriend: async (context, { body }) => ({ data: await chooseFriend(context, context.viewer, body) }),
  undoFriendChoice: async (context) => ({ data: await undoFriendChoice(context, context.viewer) }),
}
