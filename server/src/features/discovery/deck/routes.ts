import type { discovery, Preferences } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { distanceNotice } from '../eligibility/eligibility.ts'
import { boost, discover, filterCosts, setPreferences, toPreferences } from './deck.ts'
import { explainRank } from './ranking.ts'
import { fieldsIn } from '../../operations/index.ts'

export const discoveryHandlers: Handlers<typeof discovery> = {
  discover: async (context, { query }) => ({
    data: await discover(context, context.viewer, query.limit, query.cursor),
  }),
  getOrderReasons: async (context, { params }) => ({
    data: { reasons: await explainRank(context, context.viewer, params.userId) },
  }),
  getPreferences: async (context) => {
    const { account, profile } = context.viewer
    const fields = await fieldsIn(context.db)
    const preferences = toPreferences(profile, isPremium(account, context.clock.now()), fields)
    return answerWith(context, preferences)
  },
  setPreferences: async (context, { body }) => {
    return answerWith(context, await setPreferences(context, context.viewer, body))
  },
  getFilterCosts: async (context) => ({ data: await filterCosts(context, context.viewer) }),
  boost: async (context) => ({ data: { endsAt: (await boost(context, context.viewer)).toISOString() } }),
}

async function answerWith(context: Deps & Answering & { viewer: Viewer }, preferences: Preferences) {
  const hidden = { hidesDistance: context.viewer.account.hide_distance, reach: preferences.distance }
  return { data: { preferences, notice: await distanceNotice(context, hidden) } }
}
