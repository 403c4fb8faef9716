import { useLingui } from '@lingui/react/macro'
import { GalleryVertical, LayoutGrid } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Card } from '@kindred/contract/discovery/deck'
import { errorText } from '../../api/error-text.ts'
import { useIsOn, useIsOnePlace } from '../../api/house.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { useSession } from '../../session/store.ts'
import { QueryProblem } from '../../ui/problem.tsx'
import { Unread } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Gate } from '../layout/gate.tsx'
import { Announcement, closenessOf } from './announcement.tsx'
import { unasked, useFields } from '../fields/use-fields.ts'
import { Deck } from './deck.tsx'
import { DeckBar } from './deck-bar.tsx'
import { DeckSkeleton } from './deck-skeleton.tsx'
import { useDeck } from './use-deck.ts'
import { Segments } from '../../ui/segments.tsx'
import { peoplePageClass } from '../people/classes.ts'
import { pictureIn } from '../../ui/picture.ts'
import { photoSizes } from '../people/cover.tsx'

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

const PeopleGrid = lazy(async () => ({ default: (await import('./people-grid.tsx')).PeopleGrid }))
const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const DeckEnd = lazy(() => import('./deck-end.tsx'))
const Away = lazy(() => import('../travel/away.tsx'))
const AskShownTo = lazy(() => import('./ask-shown-to.tsx'))
const AskRequired = lazy(() => import('../fields/ask-required.tsx'))

export default function DiscoverScreen() {
  const { t } = useLingui()
  usePage(t`Discover`)
  // Snoozed members see no deck, and so not its bar.
  const isSnoozed = useSession(({ user }) => user?.settings.paused)
  return (
    <MemberFrame layout="wide" barred={!isSnoozed}>
      <div className={peoplePageClass}>
        <h1 className="sr-only">{t`Discover`}</h1>
        <Gate forMeeting>
          <World />
        </Gate>
      </div>
    </MemberFrame>
  )
}

const Friends = lazy(() => import('../friends/friends.tsx'))

function World() {
  const { deck } = useSearch<'/discover'>()
  const hasFriends = useIsOn('friends')
  if (!hasFriends || deck !== 'friends') return <Discover />
  return (
    <Suspense fallback={<DeckSkeleton />}>
      <Friends />
    </Suspense>
  )
}

function Discover() {
  const { t } = useLingui()
  const { view } = useSearch<'/discover'>()
  const [filtering, setFiltering] = useState<boolean>()
  const { query, cards, card, release, hasActed, last, choose, undo, canUndo, moment } = useDeck()
  useNextPhotos(cards)
  const asked = useSession(({ user }) => (user?.asksShownTo ? user : null))
  const trip = useSession(({ user }) => user?.trip)
  const isOnePlace = useIsOnePlace()
  const required = unasked(useFields().fields)
  const next = cards.find(({ user }) => user._id !== card?.user._id)
  return (
    <>
      <DeckBar
        onUndo={canUndo && card && view !== 'grid' ? undo : undefined}
        filter={{ label: t`Filters`, onOpen: () => setFiltering(true) }}
      >
        <Views grid={view === 'grid'} />
      </DeckBar>
      {trip && !isOnePlace && (
        <Suspense>
          <Away trip={trip} />
        </Suspense>
      )}
      {query.isPending && (query.isPaused ? <Unread /> : <DeckSkeleton />)}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.isSuccess && !card && (
        <Suspense fallback={<DeckSkeleton />}>
          <DeckEnd
            handful={query.data.pages.at(-1)?.data.handful}
            busy={query.isFetching}
            onFilter={() => setFiltering(true)}
            onUndo={undo}
            onAgain={() => void query.refetch()}
          />
        </Suspense>
      )}
      {card && view === 'grid' && (
        <div className="px-3 sm:px-0">
          <Suspense>
            <PeopleGrid people={cards.map((each) => ({ ...each.user, ...closenessOf(each) }))} />
          </Suspense>
        </div>
      )}
      {card && view !== 'grid' && <Announcement last={last} card={card} />}
      {card && view !== 'grid' && (
        <Deck key={card.user._id} card={card} next={next} takesFocus={hasActed} onChoose={choose} onUndo={undo} />
      )}
      {filtering !== undefined && (
        <Suspense>
          <FilterSheet
            open={filtering}
            onClose={() => {
              setFiltering(false)
              release()
            }}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <AskShownTo user={asked} />
        </Suspense>
      )}
      {!asked && required.length > 0 && (
        <Suspense>
          <AskRequired fields={required} />
        </Suspense>
      )}
      {moment}
    </>
  )
}

/** The choice between one person at a time and many. */
function Views({ grid }: { grid: boolean }) {
  const { t } = useLingui()
  const show = (view?: string) => void navigate({ to: paths.discover, search: view ? { view } : {}, replace: true })
  return (
    <Segments label={t`View`}>
      <button type="button" aria-pressed={!grid} onClick={() => show()}>
        <GalleryVertical className="icon" size={18} />
        <span className="phone:sr-only">{t`Deck`}</span>
      </button>
      <button type="button" aria-pressed={grid} onClick={() => show('grid')}>
        <LayoutGrid className="icon" size={18} />
        <span className="phone:sr-only">{t`Grid`}</span>
      </button>
    </Segments>
  )
}
