import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { isAuthError, subscriptionError, type SubscriptionCall } from '../../api/subscription-error.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Note } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'

type QueryState = Pick<UseQueryResult<unknown>, 'isError' | 'error' | 'isFetching'> & { refetch: () => unknown }

/** Shows the specification's error text with a button to retry. */
export function Failure({ query, call }: { query: QueryState; call: SubscriptionCall }) {
  if (!query.isError) return null
  const error = subscriptionError(query.error, call)
  if (isAuthError(error)) return <NotAllowed text={error.shown} />
  return <QueryProblem query={query} text={error.shown} />
}

/** A retry wouldn't help: the member has to verify the email address, or contact support. */
function NotAllowed({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <Note tone="danger" live>
      {text} <Link to={paths.support}>{t`Contact support`}</Link>
    </Note>
  )
}
