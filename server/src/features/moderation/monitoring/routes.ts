import type { monitoring } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { listRules, saveRule, tryRule } from './monitoring.ts'

export const monitoringHandlers: Handlers<typeof monitoring> = {
  listMonitoringRules: async (context) => ({ data: { rules: await listRules(context) } }),
  saveMonitoringRule: async (context, { body }) => ({
    data: { rule: await saveRule(context, context.viewer, body.settings, body.reason) },
  }),
  tryMonitoringRule: async (context, { body }) => ({ data: await tryRule(context, context.viewer, body.settings) }),
}
