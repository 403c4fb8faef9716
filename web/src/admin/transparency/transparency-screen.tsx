import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { transparencyCalls } from '../../api/appeals-client.ts'
import { withRetry } from '../../api/retry.ts'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Numbers } from '../../words/transparency/numbers.tsx'
import { Downloads } from './downloads.tsx'

/** What was reported, decided and appealed: in the last twelve months, or for analysts in the last half-year. */
export default function TransparencyScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Transparency`, brand)
  const query = useQuery({
    queryKey: ['getTransparency'],
    queryFn: () => withRetry(() => transparencyCalls.getTransparency()),
  })
  return (
    <>
      <h1>
        <Trans>Transparency</Trans>
      </h1>
      {query.isPending && <Spinner label={t`Loading data…`} />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.data && (
        <>
          <Downloads transparency={query.data.data.transparency} />
          <Numbers transparency={query.data.data.transparency} />
        </>
      )}
    </>
  )
}
