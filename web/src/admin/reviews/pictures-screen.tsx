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

const SamePictures = lazy(() =>
  import('../same-pictures/same-pictures.tsx').then((all) => ({ default: all.SamePictures })),
)
const ListedPictures = lazy(() =>
  import('../same-pictures/listed-pictures.tsx').then((all) => ({ default: all.ListedPictures })),
)

const AccountLinks = lazy(() =>
  import('../account-links/account-links.tsx').then((all) => ({ default: all.AccountLinks })),
)

const FIRST = 'waiting'
const views = [FIRST, 'same', 'links', 'listed'] as const

export default function PicturesScreen() {
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
          { id: 'same', label: t`Duplicate photos`, content: lazily(<SamePictures />) },
          { id: 'links', label: t`Linked accounts`, content: lazily(<AccountLinks />) },
          { id: 'listed', label: t`Watchlist`, content: lazily(<ListedPictures />) },
        ]}
      />
    </>
  )
}
