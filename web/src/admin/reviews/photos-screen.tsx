import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { oneOf } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { WaitingPhotos } from './waiting-photos.tsx'

const DuplicatePhotos = lazy(() =>
  import('../duplicate-photos/duplicate-photos.tsx').then((all) => ({ default: all.DuplicatePhotos })),
)
const Watchlist = lazy(() => import('../duplicate-photos/watchlist.tsx').then((all) => ({ default: all.Watchlist })))

const AccountLinks = lazy(() =>
  import('../account-links/account-links.tsx').then((all) => ({ default: all.AccountLinks })),
)

const FIRST = 'waiting'
const views = [FIRST, 'same', 'links', 'listed'] as const

export default function PhotosScreen() {
  const { t } = useLingui()
  usePage(t`Photos`)
  const view = oneOf(views, useSearch<'/photos'>().view) ?? FIRST
  const lazily = (content: ReactNode) => (
    <Suspense fallback={<Spinner label={t`Loading photos…`} />}>{content}</Suspense>
  )
  return (
    <>
      <h1>{t`Photos`}</h1>
      <Tabs
        label={t`Photos`}
        open={view}
        onOpen={(id) => void navigate({ to: paths.photos, search: id === FIRST ? {} : { view: id }, replace: true })}
        tabs={[
          { id: FIRST, label: t`To review`, content: <WaitingPhotos /> },
          { id: 'same', label: t`Duplicate photos`, content: lazily(<DuplicatePhotos />) },
          { id: 'links', label: t`Linked accounts`, content: lazily(<AccountLinks />) },
          { id: 'listed', label: t`Watchlist`, content: lazily(<Watchlist />) },
        ]}
      />
    </>
  )
}
