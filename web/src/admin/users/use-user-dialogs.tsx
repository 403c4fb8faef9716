import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useState } from 'react'
import type { Deciding } from './decision-dialog.tsx'
import { LazyDecisionDialog, LazyEditUserDialog } from './lazy-dialogs.tsx'
import { UserModal } from './user-modal.tsx'
import type { Decision } from './use-users.ts'

/** What opens over the list: one user's details, their editing, and a decision about them. */
export function useUserDialogs() {
  const [shown, setShown] = useState<AdminUser>()
  const [editing, setEditing] = useState<AdminUser>()
  const [deciding, setDeciding] = useState<Deciding>()
  const dialogs = (
    <>
      <UserModal
        user={shown}
        onClose={() => setShown(undefined)}
        onEdit={(user) => {
          setShown(undefined)
          setEditing(user)
        }}
      />
      {editing && <LazyEditUserDialog user={editing} onClose={() => setEditing(undefined)} />}
      {deciding && <LazyDecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
  return {
    dialogs,
    view: setShown,
    edit: setEditing,
    decide: (user: AdminUser, to: Decision) => setDeciding({ user, to }),
  }
}
