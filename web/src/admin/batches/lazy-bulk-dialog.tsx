import { lazy, Suspense, type ComponentProps } from 'react'

const Bulk = lazy(() => import('./bulk-dialog.tsx').then((all) => ({ default: all.BulkDialog })))

/** Bulk actions are rare, so the dialog loads on demand. */
export const BulkDialog = (props: ComponentProps<typeof Bulk>) => (
  <Suspense>
    <Bulk {...props} />
  </Suspense>
)
