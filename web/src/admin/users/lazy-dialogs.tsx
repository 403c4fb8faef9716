import { lazy, Suspense, type ComponentProps } from 'react'

// The dialogs about a user, for screens on which few ever open one: each loads when it is opened.

const Decision = lazy(() => import('./decision-dialog.tsx').then((all) => ({ default: all.DecisionDialog })))
const Edit = lazy(() => import('./edit-user-dialog.tsx').then((all) => ({ default: all.EditUserDialog })))

export const LazyDecisionDialog = (props: ComponentProps<typeof Decision>) => (
  <Suspense>
    <Decision {...props} />
  </Suspense>
)

export const LazyEditUserDialog = (props: ComponentProps<typeof Edit>) => (
  <Suspense>
    <Edit {...props} />
  </Suspense>
)
