import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'

export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { t } = useLingui()
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <QueryProblem query={query} text={errorText(query.error)} />
  return <Skeleton height="10rem" label={t`Loading`} />
}
