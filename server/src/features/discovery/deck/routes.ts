import type { discovery } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { isPremium } from '../../../http/session.ts'
import { boost } from './boost.ts'
import { discover } from './discover.ts'
import { explainPlace } from './explain-place.ts'
import { filterCosts } from './filter-costs.ts'
import { setPreferences, toPreferences } from './set-preferences.ts'

export const discoveryHandlers: Handlers<typeof discovery> = {
  discover: async (context, { query }) => ({
    data: await discover(context, context.viewer, query.limit, query.cursor),
  }),
  getOrderReasons: async (context, { params }) => ({
    data: { reasons: await explainPlace(context, context.viewer, params.userId) },
  }),
  getPreferences: async ({ viewer: { account, profile }, clock }) => ({
    data: { preferences: toPreferences(profile, isPremium(account, clock.now())) },
  }),
  setPreferences: async (context, { body }) => ({
    data: { preferences: await setPreferences(context, context.viewer, body) },
  }),
  getFilterCosts: async (context) => ({ data: await filterCosts(context, context.viewer) }),
  boost: async (context) => ({ data: { endsAt: (await boost(context, context.viewer)).toISOString() } }),
}
