import type { FriendPreferences } from '@kindred/contract/matching/friends'
import { genderGroups, OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { friendPreferencesQuery, friends } from '../../api/friends-client.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Announcement } from '../discover/announcement.tsx'
import { Deck } from '../discover/deck.tsx'
import { DeckBar } from '../discover/deck-bar.tsx'
import { DeckSkeleton } from '../discover/deck-skeleton.tsx'
import { Loaded, Unread } from '../layout/loaded.tsx'
import { useAction } from '../use-action.ts'
import { useIsQuiet } from '../use-is-quiet.ts'
import { useFriends } from './use-friends.ts'

const FriendSheet = lazy(() => import('./friend-sheet.tsx'))

/** The deck of friends, for members who take part. */
export default function Friends() {
  const isIncognito = useSession(({ user }) => user?.settings.incognito)
  const query = useQuery(friendPreferencesQuery)
  return (
    <Loaded query={query}>
      {({ data: { preferences } }) => {
        if (preferences === null)
          return (
            <>
              <DeckBar />
              <Begin />
            </>
          )
        return isIncognito ? <Incognito /> : <FriendDeck isNarrow={isNarrow(preferences)} />
      }}
    </Loaded>
  )
}

/** False if wider preferences can’t show anyone else. */
const isNarrow = ({ genders, ageMin, ageMax, distance }: FriendPreferences): boolean =>
  genders.length < genderGroups.length || ageMin > YOUNGEST || ageMax < OLDEST || distance !== null

function Begin() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const action = useAction()
  const begin = () =>
    action.run(async () => {
      const answer = await friends.setFriendPreferences({ body: {} })
      setFreshData(queryClient, friendPreferencesQuery.queryKey, answer)
    })
  return (
    <EmptyState
      title={t`Looking for friends, too?`}
      action={
        <div className="grid justify-items-center gap-3">
          <ErrorNote>{action.text}</ErrorNote>
          <Button busy={action.busy} onClick={() => void begin()}>{t`Look for friends`}</Button>
        </div>
      }
    >
      {t`Meet people who are looking for friends, too. Friends has its own preferences and photo order and never mixes with dating. Only people who take part can see you here.`}
    </EmptyState>
  )
}

function Incognito() {
  const { t } = useLingui()
  return (
    <WithSheet>
      {() => (
        <EmptyState
          title={t`You’re incognito`}
          action={<Link className={buttonClass()} to={paths.settings}>{t`Settings`}</Link>}
        >
          {t`Friends doesn’t work in incognito mode. Turn it off to meet people here.`}
        </EmptyState>
      )}
    </WithSheet>
  )
}

type SheetProps = {
  children: (openSheet: () => void) => ReactNode
  onUndo?: (() => void) | undefined
  onChanged?: () => void
}

/** The bar with the preferences. They are also there while no one can be shown. */
function WithSheet({ children, onUndo, onChanged }: SheetProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState<boolean>()
  const open = () => setOpen(true)
  return (
    <>
      <DeckBar onUndo={onUndo} filter={{ label: t`Preferences`, onOpen: open }} />
      {children(open)}
      {isOpen !== undefined && (
        <Suspense>
          <FriendSheet
            open={isOpen}
            onClose={() => {
              setOpen(false)
              onChanged?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function FriendDeck({ isNarrow }: { isNarrow: boolean }) {
  const { query, cards, card, release, hasActed, last, likesLeft, choose, undo, canUndo, moment } = useFriends()
  const next = cards.find(({ user }) => user._id !== card?.user._id)
  return (
    <WithSheet onUndo={canUndo ? undo : undefined} onChanged={release}>
      {(openSheet) => (
        <>
          {query.isPending && (query.isPaused ? <Unread /> : <DeckSkeleton />)}
          {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
          {query.isSuccess && !card && (
            <NoOneNew
              busy={query.isFetching}
              onAgain={() => void query.refetch()}
              onWiden={isNarrow ? openSheet : undefined}
            />
          )}
          {card && (
            <>
              <Announcement last={last} card={card} />
              <Deck
                key={card.user._id}
                card={card}
                next={next}
                takesFocus={hasActed}
                onChoose={choose}
                onUndo={undo}
                friendsLeft={<LikesLeft likes={likesLeft} />}
              />
            </>
          )}
          {moment}
        </>
      )}
    </WithSheet>
  )
}

function LikesLeft({ likes }: { likes: number | null }) {
  const isQuiet = useIsQuiet()
  if (isQuiet || likes === null || likes > 10) return null
  return (
    <p className="text-center text-small text-muted phone:hidden">
      <Plural value={likes} one="# like left today in Friends." other="# likes left today in Friends." />
    </p>
  )
}

type EndProps = { busy: boolean; onAgain: () => void; onWiden: (() => void) | undefined }

function NoOneNew({ busy, onAgain, onWiden }: EndProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`That’s everyone for now`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {onWiden && <Button onClick={onWiden}>{t`Preferences`}</Button>}
          <Button tone="quiet" busy={busy} onClick={onAgain}>{t`Look again`}</Button>
        </div>
      }
    >
      {onWiden
        ? t`No one new in Friends fits your preferences right now. Widen them to see more people.`
        : t`No one new is a mutual fit right now. New people join every day, so check back soon.`}
    </EmptyState>
  )
}
