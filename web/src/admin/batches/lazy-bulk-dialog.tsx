import { lazy, Suspense, type ComponentProps } from 'react'

const Bulk = lazy(() => import('./bulk-dialog.tsx').then((all) => ({ default: all.BulkDialog })))

/** Few visitors of a list run bulk actions, so the dialog loads on demand. */
export const BulkDialog = (props: ComponentProps<typeof Bulk>) => (
  <Suspense>
    <Bulk {...props} />
  </Suspense>
)
