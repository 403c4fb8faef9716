import type { MonitoringRule, RuleSettings } from '@kindred/contract/moderation/monitoring'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../api/failure.ts'
import { reload } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { backOffice } from '../../api/staff-client.ts'

export const rulesQuery = queryOptions({
  queryKey: ['listMonitoringRules'],
  queryFn: () => withRetry(() => backOffice.listMonitoringRules()),
  select: ({ data }) => data.rules,
})

/** A rule that is being edited, the dry run of the draft, and saving it. */
export function useRule(rule: MonitoringRule) {
  const queryClient = useQueryClient()
  const [edited, setEdited] = useState<RuleSettings>()
  const draft = edited ?? rule.settings
  const save = useMutation({
    mutationFn: (reason: string) =>
      backOffice.saveMonitoringRule({
        body: { settings: draft, ...(reason ? { reason } : {}) },
        ifMatch: rule.version,
      }),
    onSuccess: async () => {
      await reload(queryClient, 'listMonitoringRules')
      setEdited(undefined)
    },
    // Another administrator saved first: their version is loaded, and ours can be saved on top.
    onError: async (error) => {
      if (error instanceof CallFailed && error.is('conflict')) await reload(queryClient, 'listMonitoringRules')
    },
  })
  const dryRun = useMutation({ mutationFn: () => backOffice.tryMonitoringRule({ body: { settings: draft } }) })
  const failed = [save.error, dryRun.error].find((error) => error instanceof CallFailed)
  return {
    draft,
    isChanged: edited !== undefined && JSON.stringify(edited) !== JSON.stringify(rule.settings),
    change: (settings: RuleSettings) => {
      setEdited(settings)
      dryRun.reset()
    },
    forget: () => {
      setEdited(undefined)
      save.reset()
      dryRun.reset()
    },
    problem: (path: string) => failed?.problems.find((each) => each.path === `settings.${path}`)?.msg,
    save,
    dryRun,
  }
}
export type Editing = ReturnType<typeof useRule>
