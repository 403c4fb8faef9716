import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { RuleCard } from './rule-card.tsx'
import { rulesQuery } from './use-rule.ts'

/** Rules about how members behave, and what happens when one matches. */
export default function MonitoringScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Monitoring rules`, brand)
  const rules = useQuery(rulesQuery)
  return (
    <>
      <h1>
        <Trans>Monitoring rules</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>Rules run every minute. They never block messages or ban anyone: staff review every report.</Trans>
      </p>
      {rules.isPending && <Spinner label={t`Loading rules…`} />}
      <ErrorNote>{rules.isError && errorText(rules.error)}</ErrorNote>
      {rules.data?.map((rule) => (
        <RuleCard key={rule.settings.name} rule={rule} />
      ))}
    </>
  )
}
