import { lazy, Suspense, type ComponentProps } from 'react'

// Dialogs about a user are rarely opened, so each loads on demand.

const Decision = lazy(() => import('./decision-dialog.tsx').then((all) => ({ default: all.DecisionDialog })))
const Edit = lazy(() => import('./edit-user-dialog.tsx').then((all) => ({ default: all.EditUserDialog })))
const Modal = lazy(() => import('./edit-user-dialog.tsx').then((all) => ({ default: all.UserModal })))

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

export const LazyUserModal = (props: ComponentProps<typeof Modal>) => (
  <Suspense>
    <Modal {...props} />
  </Suspense>
)
