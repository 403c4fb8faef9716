import { useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { reload } from '../../api/queries.ts'
import { trips } from '../../api/trips-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'

/** Changes trips. A trip that begins or ends changes who the member meets, and may hide them. */
export function useTravel() {
  const queryClient = useQueryClient()
  const action = useAction()
  const { t } = useLingui()
  const change = (work: () => Promise<unknown>, done: string) =>
    action.run(async () => {
      await work()
      await Promise.all([refreshProfile(), reload(queryClient, 'listTrips')])
      void reload(queryClient, 'discover', 'searchPeople', 'listPeople', 'getPerson')
      toast({ text: done })
    })
  return {
    ...action,
    plan: (body: Parameters<typeof trips.planTrip>[0]['body']) =>
      change(() => trips.planTrip({ body }), t`Your trip is planned.`),
    cancel: (id: string) => change(() => trips.endTrip({ params: { id } }), t`The trip is canceled.`),
    goBack: (id: string) =>
      change(
        () => trips.endTrip({ params: { id } }),
        t`You’re back. It can take up to 30 minutes for lists to update.`,
      ),
  }
}
