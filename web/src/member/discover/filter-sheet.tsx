import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Filters, type Change } from './filters.tsx'

/** The filters, saved as they are set, each with what it hides. */
function useFilters(open: boolean) {
  const queryClient = useQueryClient()
  const preferences = useQuery({
    queryKey: ['getPreferences'],
    queryFn: () => withRetry(() => matching.getPreferences()),
    enabled: open,
  })
  const costs = useQuery({
    queryKey: ['getFilterCosts'],
    queryFn: () => withRetry(() => matching.getFilterCosts()),
    enabled: open,
    staleTime: 0,
  })
  const save = useMutation({
    mutationFn: (change: Change) => matching.setPreferences({ body: change }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(['getPreferences'], answer)
      // A count that is still on its way is one by the filters before.
      await queryClient.cancelQueries({ queryKey: ['getFilterCosts'] })
      void queryClient.invalidateQueries({ queryKey: ['getFilterCosts'] })
      void queryClient.invalidateQueries({ queryKey: ['discover'] })
    },
  })
  return { wanted: preferences.data?.data.preferences, costs: costs.data?.data, save }
}

export function FilterSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { wanted, costs, save } = useFilters(open)
  const suggestion = costs?.suggestion
  const fitting = costs?.fitting ?? 0
  return (
    <Dialog
      side
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title={t`Filters`}
      close={t`Close`}
      footer={
        <Button block onClick={onClose}>
          {costs ? <Plural value={fitting} one="Show # person" other="Show # people" /> : <Trans>Done</Trans>}
        </Button>
      }
    >
      <p className="text-small text-muted">
        <Trans>Counts only include people open to you.</Trans>
      </p>
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      {suggestion && (
        <p
          className={
            'mb-4 flex items-center gap-3 rounded-lg bg-positive-soft px-4 py-3 text-small text-positive-soft-ink'
          }
        >
          <TrendingUp className="icon" aria-hidden="true" />
          <span>
            <b>{suggestion.text}:</b> <Plural value={suggestion.gains} one="# more person." other="# more people." />
          </span>
          <Button size="sm" className="ml-auto" busy={save.isPending} onClick={() => save.mutate(suggestion.change)}>
            <Trans>Widen</Trans>
          </Button>
        </p>
      )}
      {wanted ? (
        <Filters wanted={wanted} costs={costs?.filters ?? []} onChange={(change) => save.mutate(change)} />
      ) : (
        <Skeleton height="12rem" label={t`Loading`} />
      )}
    </Dialog>
  )
}
