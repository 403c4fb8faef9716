import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { QueryProblem } from '../ui/problem.tsx'

/** Replaces statistics that failed to load, so that no screen silently omits them. */
export function StatsProblem({ query }: { query: UseQueryResult<unknown> }) {
  if (!query.isError) return null
  return <QueryProblem query={query} text={<Trans>Stats aren’t available right now. {errorText(query.error)}</Trans>} />
}
