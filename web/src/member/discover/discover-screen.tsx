import { Trans, useLingui } from '@lingui/react/macro'
import { GalleryVertical, LayoutGrid, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Skeleton, skeletonClass } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Gate } from '../layout/gate.tsx'
import { NewsBell } from '../layout/phone-header.tsx'
import { Announcement, closenessOf } from './announcement.tsx'
import { Deck } from './deck.tsx'
import { DeckEnd } from './deck-end.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { MatchMoment } from './match-moment.tsx'
import { PeopleGrid } from './people-grid.tsx'
import { useDeck } from './use-deck.ts'
import { useNextPhotos } from './use-next-photos.ts'
import { Segments } from '../../ui/segments.tsx'
import {
  aboutClass,
  mediaClass,
  peopleBarClass,
  peoplePageClass,
  personClass,
  portraitClass,
} from '../people/classes.ts'

const AskShownTo = lazy(() => import('./ask-shown-to.tsx'))

export default function DiscoverScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Discover`, brand)
  return (
    <MemberFrame layout="wide" docked barred>
      <div className={peoplePageClass}>
        <h1 className="sr-only">
          <Trans>Discover</Trans>
        </h1>
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
          <GalleryVertical className="icon" size={18} aria-hidden="true" />
          <Trans>Deck</Trans>
        </button>
        <button type="button" aria-pressed={grid} onClick={() => show('grid')}>
          <LayoutGrid className="icon" size={18} aria-hidden="true" />
          <Trans>Grid</Trans>
        </button>
      </Segments>
      <span className="min-w-0 flex-1" />
      <Button tone="quiet" size="sm" onClick={onFilter}>
        <SlidersHorizontal size={18} aria-hidden="true" />
        <span className="max-[22.5rem]:sr-only">
          <Trans>Filters</Trans>
        </span>
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
