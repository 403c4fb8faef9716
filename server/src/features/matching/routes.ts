import type { choices, matches } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { getAllowance, choose, listGivenLikes, listLikes, undoChoice } from './likes.ts'
import { addNote } from './add-note.ts'
import { bringBack, listSetAside, setAside } from './set-aside.ts'
import { getMatch, listEndedMatches, listMatches, muteMatch, unmatch } from './matches.ts'

export const choiceHandlers: Handlers<typeof choices> = {
  choose: async (context, { body: { action, ...about } }) => ({
    data: await (action === 'later'
      ? setAside(context, context.viewer, about.userId)
      : choose(context, context.viewer, { ...about, action })),
  }),
  undoChoice: async (context) => ({ data: await undoChoice(context, context.viewer) }),
  getAllowance: async (context) => ({ data: await getAllowance(context, context.viewer) }),
  listLikes: async (context) => ({ data: await listLikes(context, context.viewer) }),
  listGivenLikes: async (context) => ({ data: { likes: await listGivenLikes(context, context.viewer) } }),
  addNote: async (context, { params, body }) => {
    await addNote(context, context.viewer, params.userId, body.note)
    return { done: true }
  },
  listSetAside: async (context) => ({ data: { people: await listSetAside(context, context.viewer) } }),
  bringBack: async (context, { params }) => {
    await bringBack(context, context.viewer, params.userId)
    return { done: true }
  },
}

export const matchHandlers: Handlers<typeof matches> = {
  listMatches: async (context) => ({ data: { matches: await listMatches(context, context.viewer) } }),
  listEndedMatches: async (context) => ({ data: { matches: await listEndedMatches(context, context.viewer) } }),
  getMatch: async (context, { params }) => ({ data: { match: await getMatch(context, context.viewer, params.id) } }),
  muteMatch: async (context, { params, body }) => ({
    data: { match: await muteMatch(context, context.viewer, params.id, body.muted) },
  }),
  unmatch: async (context, { params, body }) => {
    await unmatch(context, context.viewer, params.id, body.closing)
    return { done: true }
  },
}
