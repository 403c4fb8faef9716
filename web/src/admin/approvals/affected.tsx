import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { UserLink } from '../user-link.tsx'

/** The people that a bulk action affects, loaded page by page. */
export function Affected({ batchId }: { batchId: string }) {
  const { t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: ['listBatchPeople', batchId],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        backOffice.listBatchPeople({ params: { id: batchId }, query: pageParam ? { after: pageParam } : {} }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextAfter,
  })
  const people = query.data?.pages.flatMap(({ data }) => data.people) ?? []
  if (query.isPending) return <Spinner label={t`Loading affected members…`} />
  if (query.isError)
    return (
      <Note tone="danger" live>
        {errorText(query.error)}
      </Note>
    )
  return (
    <div className="grid gap-2">
      <ul className="grid max-h-60 gap-1 overflow-auto" aria-label={t`Affected members`}>
        {people.map(({ _id, name }) => (
          <li key={_id}>
            <UserLink id={_id} newTab>
              <bdi>{name}</bdi>
            </UserLink>
          </li>
        ))}
      </ul>
      <MoreButton query={query} size="sm">
        <Trans>Show more</Trans>
      </MoreButton>
    </div>
  )
}
