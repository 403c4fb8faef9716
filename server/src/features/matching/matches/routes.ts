import type { matches } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { endedOf, matchesOf, mute, oneMatch, unmatch } from './service.ts'

export const matchHandlers: Handlers<typeof matches> = {
  listMatches: async (context) => ({ data: { matches: await matchesOf(context, context.viewer) } }),
  listEndedMatches: async (context) => ({ data: { matches: await endedOf(context, context.viewer) } }),
  getMatch: async (context, { params }) => ({ data: { match: await oneMatch(context, context.viewer, params.id) } }),
  muteMatch: async (context, { params, body }) => ({
    data: { match: await mute(context, context.viewer, params.id, body.muted) },
  }),
  unmatch: async (context, { params, body }) => {
    await unmatch(context, context.viewer, params.id, body.closing)
    return { done: true }
  },
}
