import type { MonitoringRule, RuleSettings } from '@kindred/contract/moderation/monitoring'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../api/failure.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'

export const rulesQuery = queryOptions({
  ...readQuery(['listMonitoringRules'], backOffice.listMonitoringRules),
  select: ({ data }) => data.rules,
})

export function useRule(rule: MonitoringRule) {
  const queryClient = useQueryClient()
  // Includes the version being edited, so that another administrator's changes aren't silently overwritten.
  const saved = { settings: rule.settings, base: 0, reason: '' }
  const { value, change, changes, forget, forgetAnd } = useFormDraft(`rule.${rule.settings.name}`, saved)
  const draft = value.settings
  const save = useMutation({
    mutationFn: () =>
      backOffice.saveMonitoringRule({
        body: { settings: draft, ...(value.reason.trim() ? { reason: value.reason.trim() } : {}) },
        ifMatch: value.base || rule.version,
      }),
    onSuccess: async () => {
      await reload(queryClient, 'listMonitoringRules')
      forget()
    },
    // Another administrator saved first. Load that version, so that our changes can be saved on top of it.
    onError: async (error) => {
      if (!(error instanceof CallFailed) || !error.is('conflict')) return
      await reload(queryClient, 'listMonitoringRules')
      change({ base: 0 })
    },
  })
  const dryRun = useMutation({ mutationFn: () => backOffice.tryMonitoringRule({ body: { settings: draft } }) })
  const discard = forgetAnd(() => {
    save.reset()
    dryRun.reset()
  })
  const failed = [save.error, dryRun.error].find((error) => error instanceof CallFailed)
  return {
    draft,
    isChanged: changes.settings !== undefined,
    reason: value.reason,
    setReason: (reason: string) => change({ reason }),
    change: (settings: RuleSettings) => {
      change({ settings, base: value.base || rule.version })
      dryRun.reset()
    },
    discard,
    problem: (path: string) => failed?.problems.find((each) => each.path === `settings.${path}`)?.msg,
    save,
    dryRun,
  }
}
export type Editing = ReturnType<typeof useRule>
