import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'

/** Shown to snoozed members, who see no one even if people would match. */
export default function Snoozed() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const action = useAction()
  const resume = () =>
    action.run(async () => {
      await members.setPrivacy({ body: { paused: false } })
      await queryClient.invalidateQueries({ refetchType: 'none' })
      await refreshProfile()
    })
  return (
    <EmptyState
      title={t`Your profile is snoozed`}
      action={
        <div className="grid justify-items-center gap-3">
          <ErrorNote>{action.text}</ErrorNote>
          <Button busy={action.busy} onClick={() => void resume()}>{t`Resume`}</Button>
        </div>
      }
    >
      {t`No one new can find you, and you can’t find anyone new. You keep your matches and chats.`}
    </EmptyState>
  )
}
