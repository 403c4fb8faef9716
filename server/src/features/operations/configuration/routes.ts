import type { configuration } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { changeConfiguration } from './change-configuration.ts'
import { currentVersion, listVersions, oneVersion } from './list-versions.ts'
import { configurationOf } from './read-configuration.ts'
import { repliesIn, rulesIn } from './rules-in.ts'

export const configurationHandlers: Handlers<typeof configuration> = {
  getRules: async (context) => ({
    data: { rules: rulesIn((await configurationOf(context)).rules, context.caller.language) },
  }),
  listCannedReplies: async (context, { query }) => ({
    data: {
      replies: repliesIn((await configurationOf(context)).cannedReplies, query.language, context.caller.language),
    },
  }),
  getConfiguration: async (context) => ({ data: await currentVersion(context) }),
  changeConfiguration: async (context, { body }) => ({
    data: await changeConfiguration(context, context.viewer, body.configuration, body.reason ?? null),
  }),
  listConfigurationVersions: async (context) => ({ data: { versions: await listVersions(context) } }),
  getConfigurationVersion: async (context, { params }) => ({ data: await oneVersion(context, params.version) }),
}
