import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'

export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { t } = useLingui()
  if (query.data !== undefined) return children(query.data)
  if (query.isPaused) return <Unread />
  if (query.isError) return <QueryProblem query={query} text={errorText(query.error)} />
  return <Skeleton height="10rem" label={t`Loading`} />
}

/** Without a connection, for what hasn’t been read before. */
export const Unread = () => (
  <p className="px-5 py-10 text-center text-muted">
    <Trans>This isn’t available offline yet. It loads once you’re connected.</Trans>
  </p>
)
