import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { settings } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { refreshProfile } from '../../session/actions.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'

/** Explains why Discover is empty until the member gives the required consent. */
export default function NeedsConsent() {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const agree = () =>
    action.run(async () => {
      await settings.setConsent({ params: { kind: 'special_category' }, body: { given: true } })
      await refreshProfile()
      await queryClient.invalidateQueries()
    })
  return (
    <EmptyState
      title={t`We need your consent to find people`}
      action={
        <div className="grid justify-items-center gap-3">
          <ErrorNote>{action.text}</ErrorNote>
          <Button busy={action.busy} onClick={() => void agree()}>{t`I agree`}</Button>
          <Link className={buttonClass('quiet')} to={paths.settings} hash="consents">{t`What this covers`}</Link>
        </div>
      }
    >
      <Trans>
        Who you’d like to meet, your religion and some of your answers are sensitive. We use them only if you agree, and
        you can withdraw at any time.
      </Trans>
    </EmptyState>
  )
}
