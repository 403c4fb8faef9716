import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { oneOf } from '../../api/params.ts'
import { useSearch } from '../../router/place.ts'
import { Spinner } from '../../ui/pieces.tsx'

const screens = {
  waiting: lazy(() => import('./waiting-photos-screen.tsx').then((all) => ({ default: all.WaitingPhotosScreen }))),
  same: lazy(() =>
    import('../duplicate-photos/duplicate-photos-screen.tsx').then((all) => ({ default: all.DuplicatePhotosScreen })),
  ),
  links: lazy(() =>
    import('../account-links/account-links-screen.tsx').then((all) => ({ default: all.AccountLinksScreen })),
  ),
  listed: lazy(() =>
    import('../duplicate-photos/watchlist-screen.tsx').then((all) => ({ default: all.WatchlistScreen })),
  ),
}

const views = ['waiting', 'same', 'links', 'listed'] as const

export default function PhotosScreen() {
  const { t } = useLingui()
  const Screen = screens[oneOf(views, useSearch<'/photos'>().view) ?? 'waiting']
  return (
    <Suspense fallback={<Spinner label={t`Loading photos…`} />}>
      <Screen />
    </Suspense>
  )
}
