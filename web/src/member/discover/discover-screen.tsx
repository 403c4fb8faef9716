import { useLingui } from '@lingui/react/macro'
import { GalleryVertical, LayoutGrid, SlidersHorizontal, Undo2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Card } from '@kindred/contract/discovery/deck'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
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
import { PeopleGrid } from './people-grid.tsx'
import { useDeck } from './use-deck.ts'
import { Segments } from '../../ui/segments.tsx'
import { coverClass, mediaClass, peopleBarClass, peoplePageClass, personClass, storyClass } from '../people/classes.ts'
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

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const AskShownTo = lazy(() => import('./ask-shown-to.tsx'))

export default function DiscoverScreen() {
  const { t } = useLingui()
  usePage(t`Discover`)
  return (
    <MemberFrame layout="wide" barred>
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
  const [filtering, setFiltering] = useState<boolean>()
  const { query, cards, card, release, hasActed, last, choose, drop, undo, canUndo, moment } = useDeck()
  useNextPhotos(cards)
  const asked = useSession(({ user }) => (user?.asksShownTo ? user : null))
  const next = cards.find(({ user }) => user._id !== card?.user._id)
  return (
    <>
      <TopBar
        grid={view === 'grid'}
        onUndo={canUndo && view !== 'grid' ? () => void undo() : undefined}
        onFilter={() => setFiltering(true)}
      />
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
          onBlocked={drop}
          onUndo={() => void undo()}
        />
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
      {moment}
    </>
  )
}

type TopBarProps = { grid: boolean; onUndo: (() => void) | undefined; onFilter: () => void }

function TopBar({ grid, onUndo, onFilter }: TopBarProps) {
  const { t } = useLingui()
  const show = (view?: string) => void navigate({ to: paths.discover, search: view ? { view } : {}, replace: true })
  return (
    <div className={peopleBarClass}>
      {onUndo && (
        <Button tone="quiet" size="sm" onClick={onUndo}>
          <Undo2 size={18} />
          {t`Undo`}
        </Button>
      )}
      <span className="min-w-0 flex-1" />
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
      <Button tone="quiet" size="sm" className="phone:border-transparent! phone:px-3!" onClick={onFilter}>
        <SlidersHorizontal size={18} />
        <span className="phone:sr-only">{t`Filters`}</span>
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
        <div className={`${coverClass} ${skeletonClass} phone:mt-1! short:mt-0!`} />
      </div>
      <div className={`${storyClass} phone:hidden!`}>
        <Skeleton width="12rem" height="2.5rem" />
        <Skeleton height="6rem" />
        <Skeleton height="8rem" />
      </div>
    </div>
  )
}
