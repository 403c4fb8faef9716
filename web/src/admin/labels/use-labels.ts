import type { Label, LabelTone } from '@kindred/contract/moderation/label'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readQuery, reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useMay } from '../../session/rights.ts'

/** The team's labels. Analysts have none. */
export function useTeamLabels(): readonly Label[] {
  const mayRead = useMay()('reports.read')
  const query = useQuery({ ...readQuery(['listLabels'], backOffice.listLabels), enabled: mayRead })
  return query.data?.data.labels ?? []
}

export type Labelled = { kind: 'users' | 'reports'; id: string }

/** Everything that shows labels is stale after a change. */
export function useChangeLabels({ kind, id }: Labelled) {
  const queryClient = useQueryClient()
  const shown =
    kind === 'users' ? (['listUsers', 'getUser', 'getDossier'] as const) : (['listReports', 'getReport'] as const)
  const onSuccess = () => reload(queryClient, 'listLabels', 'listAudit', ...shown)
  const everywhere = () =>
    reload(queryClient, 'listLabels', 'listUsers', 'getUser', 'getDossier', 'listReports', 'getReport')
  return {
    add: useMutation({
      mutationFn: (body: { name: string; tone?: LabelTone }) => backOffice.addLabel({ params: { kind, id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (labelId: string) => backOffice.removeLabel({ params: { kind, id, labelId } }),
      onSuccess,
    }),
    edit: useMutation({
      mutationFn: ({ _id: labelId, name, tone }: Label) =>
        backOffice.editLabel({ params: { labelId }, body: { name, tone } }),
      onSuccess: everywhere,
    }),
    erase: useMutation({
      mutationFn: (labelId: string) => backOffice.deleteLabel({ params: { labelId } }),
      onSuccess: everywhere,
    }),
  }
}
