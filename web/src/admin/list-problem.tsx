import { errorText } from '../api/error-text.ts'
import { QueryProblem } from '../ui/problem.tsx'

type Query = { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

export function ListProblem({ query }: { query: Query }) {
  if (!query.isError) return null
  return <QueryProblem query={query} text={errorText(query.error)} />
}
