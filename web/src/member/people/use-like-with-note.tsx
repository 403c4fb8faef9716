import type { Person } from '@kindred/contract/profiles/users'
import { lazy, Suspense, useState } from 'react'
import type { LikeDetails, Likeable } from './liking.tsx'

const NoteDialog = lazy(() => import('./note-dialog.tsx').then(({ NoteDialog: dialog }) => ({ default: dialog })))

export function useLikeWithNote(person: Person, onSend: (details: LikeDetails) => void) {
  const [about, setAbout] = useState<Likeable | 'profile'>()
  const close = () => setAbout(undefined)
  const dialog = about && (
    <Suspense>
      <NoteDialog
        person={person}
        about={about}
        onClose={close}
        onSend={(details) => {
          close()
          onSend(details)
        }}
      />
    </Suspense>
  )
  return { like: setAbout, dialog }
}
