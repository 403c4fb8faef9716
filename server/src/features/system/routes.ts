import type { system } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { theBuild } from '../../infra/build.ts'
import { publicSettings } from './service.ts'

export const systemHandlers: Handlers<typeof system> = {
  getStatus: async ({ config }) => ({ ...theBuild, settings: publicSettings(config) }),
}
