import { lazy, Suspense, type ComponentProps } from 'react'

const Bulk = lazy(() => import('./bulk-dialog.tsx').then((all) => ({ default: all.BulkDialog })))

/** Few who see a list decide about many at once: the dialog loads when it is opened. */
export const BulkDialog = (props: ComponentProps<typeof Bulk>) => (
  <Suspense>
    <Bulk {...props} />
  </Suspense>
)
