import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarHeart, Search } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { matchesQuery } from '../../api/member-queries.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { matchesText } from '../../ui/folded.ts'
import { QueryProblem } from '../../ui/problem.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Ended } from './ended.tsx'
import { Thread } from './thread.tsx'
import { inputClass, searchClass, typedDirection } from '../../ui/field.tsx'
import { useSettled } from '../../ui/use-settled.ts'

const OwnShares = lazy(() => import('../dates/own-shares.tsx'))

/** The conversations, the newest words first; those without an answer for two weeks apart. */
export function MatchList({ current }: { current?: string }) {
  const { t } = useLingui()
  const query = useQuery(matchesQuery)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['searchMessages', wanted],
    queryFn: () => withRetry(() => matching.searchMessages({ query: { q: wanted } })),
    enabled: useSettled(wanted) && wanted.length >= 2,
  })
  const isAnswered = wanted.length < 2 || found.isSuccess
  // They come newest first: of each conversation, the newest is shown.
  const hits = new Map(found.data?.data.messages.toReversed().map((message) => [message.matchId, message]))
  return (
    <section
      className={`flex min-h-0 flex-col border-e border-line ${current ? 'phone:hidden' : 'phone:border-0'}`}
      aria-label={t`Conversations`}
    >
      <div className="grid gap-4 px-5 pt-6 pb-3 phone:pt-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1>
            <Trans>Matches</Trans>
          </h1>
          <Link className={buttonClass('quiet', 'sm')} to={paths.dates}>
            <CalendarHeart size={16} aria-hidden="true" />
            <Trans>Your dates</Trans>
          </Link>
        </div>
        <SearchField text={text} onText={setText} />
      </div>
      {!current && (
        <Suspense>
          <OwnShares className="px-4 pb-3" />
        </Suspense>
      )}
      {found.isError && (
        <div className="px-5 pb-3">
          <QueryProblem query={found} text={errorText(found.error)} />
        </div>
      )}
      <Loaded query={query}>
        {({ data }) => (
          <Threads
            matches={data.matches.filter(
              ({ _id, user }) => wanted === '' || matchesText([user.firstName], wanted) || hits.has(_id),
            )}
            wanted={wanted}
            isAnswered={isAnswered}
            hits={hits}
            current={current}
          />
        )}
      </Loaded>
      {wanted === '' && !query.isPending && <Ended />}
    </section>
  )
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useLingui()
  return (
    <span className={searchClass}>
      <Search className="icon" aria-hidden="true" />
      <input
        className={`${inputClass} rounded-full!`}
        dir={typedDirection(text)}
        aria-label={t`Search names and messages`}
        placeholder={t`Search names and messages`}
        maxLength={100}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </span>
  )
}

type ThreadsProps = {
  matches: readonly Match[]
  wanted: string
  /** Whether it is known in which of them what is wanted was said. */
  isAnswered: boolean
  /** The message that was found in each conversation. */
  hits: ReadonlyMap<string, Message>
  current: string | undefined
}

function Threads({ matches, wanted, isAnswered, hits, current }: ThreadsProps) {
  const { t } = useLingui()
  if (matches.length === 0)
    return wanted ? (
      <p className="text-muted px-5">{isAnswered && <Trans>No results.</Trans>}</p>
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
  const thread = (match: Match) => (
    <Thread key={match._id} match={match} current={match._id === current} hit={hits.get(match._id)} wanted={wanted} />
  )
  const [lively, parked] = [matches.filter(({ parked }) => !parked), matches.filter(({ parked }) => parked)]
  return (
    <ul className="overflow-auto px-2 pb-4">
      {lively.map(thread)}
      {parked.length > 0 && (
        <li className="text-muted text-small px-3 pt-4 pb-1">
          <Trans>Quiet for two weeks</Trans>
        </li>
      )}
      {parked.map(thread)}
    </ul>
  )
}
