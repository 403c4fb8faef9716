import { useLingui } from '@lingui/react/macro'
import { GalleryVertical, LayoutGrid, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Card } from '@kindred/contract/discovery/deck'
import type { NewMatch } from '@kindred/contract/matching/choices'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton, skeletonClass } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Gate } from '../layout/gate.tsx'
import { NewsBell } from '../layout/phone-header.tsx'
import { Announcement, closenessOf } from './announcement.tsx'
import { Deck } from './deck.tsx'
import { DeckEnd } from './deck-end.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { PeopleGrid } from './people-grid.tsx'
import { useDeck } from './use-deck.ts'
import { Segments } from '../../ui/segments.tsx'
import {
  aboutClass,
  mediaClass,
  peopleBarClass,
  peoplePageClass,
  personClass,
  portraitClass,
} from '../people/classes.ts'
import { pictureIn } from '../../ui/picture.ts'
import { photoSizes } from '../people/photos.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { saveDraft } from '../chat/drafts.ts'
import { LikeNoteText } from '../people/like-note.tsx'
import { useOpeners, useShared } from '../people/openers.ts'
import { OpenersList } from '../people/openers-list.tsx'

/** The match dialog, with two ways to start the conversation. */
function MatchMoment({ match, onClose }: { match: NewMatch | null; onClose: () => void }) {
  const { t } = useLingui()
  const name = match?.user.firstName ?? ''
  return (
    <Dialog
      open={match !== null}
      onClose={onClose}
      title={t`You and ${name} like each other`}
      cancel={t`Keep looking`}
      go={t`Message ${name}`}
      onGo={() => match && void navigate(toChat(match._id))}
    >
      {match && <Both match={match} />}
    </Dialog>
  )
}

function Both({ match: { _id, user, theirLike } }: { match: NewMatch }) {
  const me = useSession((session) => session.user)
  const openers = useOpeners(user, useShared(user))
  const begin = (text: string) => {
    saveDraft(_id, text)
    void navigate(toChat(_id))
  }
  return (
    <>
      <div className="flex items-center justify-center gap-4 py-1">
        <Avatar name={me?.firstName ?? ''} src={me?.profilePicture ?? null} size={88} />
        <Avatar name={user.firstName} src={user.profilePicture} size={88} />
      </div>
      {theirLike && <LikeNoteText like={theirLike} name={user.firstName} received />}
      <OpenersList openers={openers} onPick={begin} />
    </>
  )
}

const AHEAD = 3

function useNextPhotos(cards: readonly Card[]): void {
  const [ready] = useState(() => new Map<string, HTMLImageElement>())
  const next = cards.slice(1, 1 + AHEAD).flatMap(({ user }) => user.pictures[0]?.url ?? [])
  const urls = next.join(' ')
  useEffect(() => {
    const wanted = new Set(urls.split(' ').filter(Boolean))
    for (const url of ready.keys()) if (!wanted.has(url)) ready.delete(url)
    for (const url of wanted) {
      if (ready.has(url)) continue
      const { src, srcSet, sizes } = pictureIn(url, photoSizes)
      const image = Object.assign(new Image(), { sizes, srcset: srcSet, src })
      ready.set(url, image)
      // A photo that fails to decode shows its placeholder later.
      void image.decode().catch(() => {})
    }
  }, [urls, ready])
}

const AskShownTo = lazy(() => import('./ask-shown-to.tsx'))

export default function DiscoverScreen() {
  const { t } = useLingui()
  usePage(t`Discover`)
  return (
    <MemberFrame layout="wide" docked barred>
      <div className={peoplePageClass}>
        <h1 className="sr-only">{t`Discover`}</h1>
        <Gate forMeeting>
          <Discover />
        </Gate>
      </div>
    </MemberFrame>
  )
}

function Discover() {
  const { view } = useSearch<'/discover'>()
  const [filtering, setFiltering] = useState(false)
  const { query, cards, card, release, hasActed, last, choose, undo, match, closeMatch } = useDeck()
  useNextPhotos(cards)
  const asked = useSession(({ user }) => (user?.asksShownTo ? user : null))
  const next = cards.find(({ user }) => user._id !== card?.user._id)
  return (
    <>
      <TopBar grid={view === 'grid'} onFilter={() => setFiltering(true)} />
      {query.isPending && <DeckSkeleton />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.isSuccess && !card && (
        <DeckEnd
          busy={query.isFetching}
          onFilter={() => setFiltering(true)}
          onUndo={() => void undo()}
          onAgain={() => void query.refetch()}
        />
      )}
      {card && view === 'grid' && (
        <div className="px-3 sm:px-0">
          <PeopleGrid people={cards.map((each) => ({ ...each.user, ...closenessOf(each) }))} />
        </div>
      )}
      {card && view !== 'grid' && <Announcement last={last} card={card} />}
      {card && view !== 'grid' && (
        <Deck
          key={card.user._id}
          card={card}
          next={next}
          takesFocus={hasActed}
          onChoose={choose}
          onUndo={() => void undo()}
        />
      )}
      <FilterSheet
        open={filtering}
        onClose={() => {
          setFiltering(false)
          release()
        }}
      />
      {asked && (
        <Suspense>
          <AskShownTo user={asked} />
        </Suspense>
      )}
      <MatchMoment match={match} onClose={closeMatch} />
    </>
  )
}

function TopBar({ grid, onFilter }: { grid: boolean; onFilter: () => void }) {
  const { t } = useLingui()
  const show = (view?: string) => void navigate({ to: paths.discover, search: view ? { view } : {}, replace: true })
  return (
    <div className={peopleBarClass}>
      <Segments label={t`View`}>
        <button type="button" aria-pressed={!grid} onClick={() => show()}>
          <GalleryVertical className="icon" size={18} />
          {t`Deck`}
        </button>
        <button type="button" aria-pressed={grid} onClick={() => show('grid')}>
          <LayoutGrid className="icon" size={18} />
          {t`Grid`}
        </button>
      </Segments>
      <span className="min-w-0 flex-1" />
      <Button tone="quiet" size="sm" onClick={onFilter}>
        <SlidersHorizontal size={18} />
        <span className="max-[22.5rem]:sr-only">{t`Filters`}</span>
      </Button>
      <NewsBell />
    </div>
  )
}

const DeckSkeleton = () => {
  const { t } = useLingui()
  return (
    <div className={personClass} role="status" aria-label={t`Loading`}>
      <div className={mediaClass}>
        <div className={`${portraitClass} ${skeletonClass} phone:mt-2! short:mt-0!`} />
      </div>
      <div className={`${aboutClass} phone:hidden!`}>
        <Skeleton width="12rem" height="2.5rem" />
        <Skeleton height="6rem" />
        <Skeleton height="8rem" />
      </div>
    </div>
  )
}
