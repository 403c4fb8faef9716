import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { RuleCard } from './rule-card.tsx'
import { rulesQuery } from './use-rule.ts'

export default function MonitoringScreen() {
  const { t } = useLingui()
  usePage(t`Monitoring rules`)
  const rules = useQuery(rulesQuery)
  return (
    <>
      <h1>{t`Monitoring rules`}</h1>
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
