import type { system } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { theBuild } from '../../../infra/build.ts'
import { publicSettings } from '../configuration/read-configuration.ts'
import { readHealth } from './read-health.ts'

export const systemHandlers: Handlers<typeof system> = {
  getStatus: async (context) => ({ ...theBuild, settings: await publicSettings(context) }),
  getHealth: async (context) => ({ data: { health: await readHealth(context) } }),
}
