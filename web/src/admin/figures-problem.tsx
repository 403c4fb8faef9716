import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { Problem } from '../ui/problem.tsx'

/** In the place of figures that could not be loaded: a screen never just leaves them out. */
export function FiguresProblem({ query }: { query: UseQueryResult<unknown> }) {
  const { t } = useLingui()
  if (!query.isError) return null
  return (
    <Problem
      text={<Trans>Figures are unavailable. {errorText(query.error)}</Trans>}
      retry={t`Try again`}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
