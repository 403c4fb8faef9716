import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { matchesQuery } from '../../api/member-queries.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Ended } from './ended.tsx'
import { Thread } from './thread.tsx'
import { inputClass, searchClass } from '../../ui/field.tsx'

/** The conversations, the newest words first; those without an answer for two weeks apart. */
export function MatchList({ current }: { current?: string }) {
  const { t } = useLingui()
  const query = useQuery(matchesQuery)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const found = useQuery({
    queryKey: ['searchMessages', wanted],
    queryFn: () => withRetry(() => matching.searchMessages({ query: { q: wanted } })),
    enabled: wanted.length >= 2,
  })
  const withWords = new Set(found.data?.data.messages.map(({ matchId }) => matchId))
  return (
    <section
      className={`flex min-h-0 flex-col border-r border-line ${current ? 'phone:hidden' : 'phone:border-0'}`}
      aria-label={t`Conversations`}
    >
      <div className="grid gap-4 px-5 pt-6 pb-3">
        <h1>
          <Trans>Matches</Trans>
        </h1>
        <span className={searchClass}>
          <Search className="icon" aria-hidden="true" />
          <input
            className={`${inputClass} rounded-full!`}
            aria-label={t`Search names and messages`}
            placeholder={t`Search names and messages`}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </span>
      </div>
      <Loaded query={query}>
        {({ data }) => (
          <Threads
            matches={data.matches.filter(
              ({ _id, user }) => wanted === '' || user.firstName.toLowerCase().includes(wanted) || withWords.has(_id),
            )}
            searching={wanted !== ''}
            current={current}
          />
        )}
      </Loaded>
      {wanted === '' && <Ended />}
    </section>
  )
}

function Threads({
  matches,
  searching,
  current,
}: {
  matches: readonly Match[]
  searching: boolean
  current: string | undefined
}) {
  const { t } = useLingui()
  if (matches.length === 0)
    return searching ? (
      <p className="text-muted px-5">
        <Trans>No results.</Trans>
      </p>
    ) : (
      <EmptyState
        title={t`No matches yet`}
        action={
          <Link className={buttonClass()} to={paths.discover}>
            <Trans>Discover people</Trans>
          </Link>
        }
      >
        <Trans>When someone you like likes you back, your conversation starts here.</Trans>
      </EmptyState>
    )
  const [lively, parked] = [matches.filter(({ parked }) => !parked), matches.filter(({ parked }) => parked)]
  return (
    <ul className="overflow-auto px-2 pb-4">
      {lively.map((match) => (
        <Thread key={match._id} match={match} current={match._id === current} />
      ))}
      {parked.length > 0 && (
        <li className="text-muted text-small px-3 pt-4 pb-1">
          <Trans>Quiet for two weeks</Trans>
        </li>
      )}
      {parked.map((match) => (
        <Thread key={match._id} match={match} current={match._id === current} />
      ))}
    </ul>
  )
}
