import type { configuration } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { change, configurationOf, current, oneVersion, versions } from './service.ts'

export const configurationHandlers: Handlers<typeof configuration> = {
  getRules: async (context) => ({ data: { rules: (await configurationOf(context)).rules } }),
  getConfiguration: async (context) => ({ data: await current(context) }),
  changeConfiguration: async (context, { body }) => ({
    data: await change(context, context.viewer, body.configuration, body.reason ?? null),
  }),
  listConfigurationVersions: async (context) => ({ data: { versions: await versions(context) } }),
  getConfigurationVersion: async (context, { params }) => ({ data: await oneVersion(context, params.version) }),
}
