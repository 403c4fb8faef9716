import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarHeart, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { endedMatchesQuery, matchesQuery } from '../../api/member-queries.ts'
import { useIsOn } from '../../api/house.ts'
import { useSettings } from '../../api/settings.ts'
import { paths, toChatOf } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { matchesText } from '../../ui/folded.ts'
import { QueryProblem } from '../../ui/problem.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { FriendsBadge, Thread } from './thread.tsx'
import { inputClass, searchClass, typedDirection } from '../../ui/field.tsx'
import { useIsStable } from '../../ui/use-is-stable.ts'
import { readQuery } from '../../api/queries.ts'
import { useSearch } from '../../router/place.ts'
import { Avatar } from '../../ui/avatar.tsx'

const Ended = lazy(() => import('./ended.tsx'))
const Kinds = lazy(() => import('./kinds.tsx'))
const OwnShares = lazy(() => import('../dates/own-shares.tsx'))

/** The columns of conversations: the list, one conversation, and its person. */
export const columnsClass =
  'grid h-[calc(100dvh-var(--banner))] grid-cols-[21rem_minmax(0,1fr)_18.5rem] border-s border-line bg-surface ' +
  'bar:grid-cols-[17rem_minmax(0,1fr)] phone:flex phone:flex-col phone:border-0'

type ListProps = {
  /** The conversation that is the page. On a phone, it hides the list. */
  current?: string
  /** The conversation that is open beside the list. */
  opened?: string | undefined
}

/** New matches, the conversations that wait for an answer, the others, and those that were quiet for two weeks. */
export function MatchList({ current, opened = current }: ListProps) {
  const { t } = useLingui()
  const hasPlans = useIsOn('datePlans')
  const query = useQuery(matchesQuery)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const found = useQuery({
    ...readQuery(['searchMessages', wanted], () => matching.searchMessages({ query: { q: wanted } })),
    enabled: useIsStable(wanted) && wanted.length >= 2,
  })
  const isAnswered = wanted.length < 2 || found.isSuccess
  // Hits come newest first, so reversing them makes the newest of each conversation win.
  const hits = new Map(found.data?.data.messages.toReversed().map((message) => [message.matchId, message]))
  const { kind } = useSearch<'/matches'>()
  const isOfKind = (match: Match) => kind === undefined || (match.kind ?? 'dating') === kind
  return (
    <section
      className={`flex min-h-0 flex-col border-e border-line ${current ? 'phone:hidden' : 'phone:border-0'}`}
      aria-label={t`Conversations`}
    >
      <div className="grid gap-4 px-5 pt-8 pb-3 phone:pt-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1>
            <Trans>Matches</Trans>
          </h1>
          {hasPlans && (
            <Link className={buttonClass('quiet', 'sm', '-my-1.5')} to={paths.dates}>
              <CalendarHeart size={16} />
              <Trans>Your dates</Trans>
            </Link>
          )}
        </div>
        <SearchField text={text} onText={setText} />
        {query.data?.data.matches.some((match) => match.kind === 'friends') && (
          <Suspense>
            <Kinds kind={kind} page={current} />
          </Suspense>
        )}
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
              (match) =>
                isOfKind(match) &&
                (wanted === '' || matchesText([match.user.firstName], wanted) || hits.has(match._id)),
            )}
            kind={kind}
            wanted={wanted}
            isAnswered={isAnswered}
            hits={hits}
            current={opened}
          />
        )}
      </Loaded>
      {wanted === '' && !query.isPending && (
        <Suspense>
          <Ended />
        </Suspense>
      )}
    </section>
  )
}

function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useLingui()
  return (
    <span className={searchClass}>
      <Search className="icon" />
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
  /** True once the server has responded to the search in messages. */
  isAnswered: boolean
  hits: ReadonlyMap<string, Message>
  current: string | undefined
  kind: string | undefined
}

function NoMatches() {
  const { t } = useLingui()
  const hadSome = (useQuery(endedMatchesQuery).data?.data.matches.length ?? 0) > 0
  return (
    <EmptyState
      title={hadSome ? t`No matches right now` : t`No matches yet`}
      action={
        <Link className={buttonClass()} to={paths.discover}>
          <Trans>Discover people</Trans>
        </Link>
      }
    >
      <Trans>When someone you like likes you back, your conversation starts here.</Trans>
    </EmptyState>
  )
}

function Threads({ matches, wanted, isAnswered, hits, current, kind }: ThreadsProps) {
  const { t } = useLingui()
  if (matches.length === 0)
    return wanted ? <p className="text-muted px-5">{isAnswered && <Trans>No results.</Trans>}</p> : <NoMatches />
  const thread = (match: Match) => (
    <Thread
      key={match._id}
      match={match}
      current={match._id === current}
      hit={hits.get(match._id)}
      wanted={wanted}
      kind={kind}
    />
  )
  if (wanted) return <ul className="overflow-auto px-2 pb-4">{matches.map(thread)}</ul>
  const isNew = ({ lastMessage, parked }: Match) => lastMessage === null && !parked
  const isTheirTurn = (match: Match) => !match.yourTurn && !match.parked && !isNew(match)
  const turns = matches.filter(({ yourTurn }) => yourTurn)
  return (
    <div className="grid auto-rows-max gap-3 overflow-auto pb-4">
      <NewMatches matches={matches.filter(isNew)} current={current} kind={kind} />
      <Section title={t`Your turn`} note={<Paused count={turns.filter((match) => match.kind === undefined).length} />}>
        {turns.map(thread)}
      </Section>
      <Section title={turns.length > 0 ? t`Their turn` : undefined}>{matches.filter(isTheirTurn).map(thread)}</Section>
      <Section title={t`Quiet for two weeks`}>{matches.filter(({ parked }) => parked).map(thread)}</Section>
    </div>
  )
}

const titleClass = 'px-5 pt-1 pb-1 text-small! font-medium! text-muted'

type SectionProps = { title: string | undefined; note?: ReactNode; children: readonly ReactNode[] }

const Section = ({ title, note, children }: SectionProps) =>
  children.length > 0 && (
    <section aria-label={title}>
      {title && <h2 className={titleClass}>{title}</h2>}
      {note}
      <ul className="px-2">{children}</ul>
    </section>
  )

/** Says why likes are refused, where it can be changed. */
function Paused({ count }: { count: number }) {
  const { yourTurnLimit } = useSettings()
  if (yourTurnLimit === 0 || count < yourTurnLimit) return null
  return (
    <p className="px-5 pb-2 text-small">
      <Trans>Likes are paused until you reply to one or close it kindly.</Trans>
    </p>
  )
}

/** The people who have matched and not written yet, in a row that scrolls sideways. */
function NewMatches({ matches, current, kind: shown }: Pick<ThreadsProps, 'matches' | 'current' | 'kind'>) {
  const { t } = useLingui()
  if (matches.length === 0) return null
  return (
    <section aria-label={t`New matches`}>
      <h2 className={titleClass}>
        <Trans>New matches</Trans>
      </h2>
      <ul className="flex gap-1 overflow-x-auto px-3 pb-1">
        {matches.map(({ _id, user, kind }) => (
          <li key={_id} className="flex-none">
            <Link
              className={
                'grid w-19 justify-items-center gap-1.5 rounded-md p-2 text-inherit no-underline ' +
                '[&:hover]:bg-sunken aria-[current]:bg-sunken'
              }
              {...toChatOf(_id, shown)}
              {...(_id === current ? { 'aria-current': 'page' as const } : {})}
            >
              <Avatar name={user.firstName} src={user.profilePicture} size={60} />
              <span className="max-w-full truncate text-small font-medium" dir="auto" title={user.firstName}>
                {user.firstName}
              </span>
              {kind === 'friends' && <FriendsBadge />}
              <span className="sr-only">
                <Trans>You matched! Say hello.</Trans>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
