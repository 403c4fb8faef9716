import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../api/error-text.ts'
import { QueryProblem } from '../ui/problem.tsx'

/** In the place of figures that could not be loaded: a screen never just leaves them out. */
export function FiguresProblem({ query }: { query: UseQueryResult<unknown> }) {
  if (!query.isError) return null
  return <QueryProblem query={query} text={<Trans>Stats aren’t available right now. {errorText(query.error)}</Trans>} />
}
