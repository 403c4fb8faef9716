import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/pieces.tsx'

export default function ReportsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Reports Management`, brand)
  return (
    <>
      <h1>
        <Trans>Reports Management</Trans>
      </h1>
      <section className="card">
        <EmptyState title={t`This part of the back office is being built`}>
          <Trans>The rescue commands of the operator work already: npm run admin.</Trans>
        </EmptyState>
      </section>
    </>
  )
}
