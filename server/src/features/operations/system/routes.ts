import type { system } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { theBuild } from '../../../infra/build.ts'
import { publicSettings } from '../configuration/read-configuration.ts'

export const systemHandlers: Handlers<typeof system> = {
  getStatus: async (context) => ({ ...theBuild, settings: await publicSettings(context) }),
}
