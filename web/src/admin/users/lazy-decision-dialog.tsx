import { lazy, Suspense, type ComponentProps } from 'react'

const Dialog = lazy(() => import('./decision-dialog.tsx').then(({ DecisionDialog }) => ({ default: DecisionDialog })))

/** The dialog for screens on which few ever open it: it loads when it is opened. */
export const LazyDecisionDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
