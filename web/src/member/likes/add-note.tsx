import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { reload } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { loadRule } from '../chat/before-sending.ts'
import { useAskFirst } from '../chat/use-ask-first.tsx'
import { useAction } from '../use-action.ts'

type Props = { person: { id: string; name: string }; onClose: () => void }

/** A note for a like that was already sent. */
export function AddNote({ person: { id, name }, onClose }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const action = useAction()
  const queryClient = useQueryClient()
  const { ask, question } = useAskFirst(id, name)
  const send = async () => {
    if (!(await action.run(() => matching.addNote({ params: { userId: id }, body: { note: note.trim() } })))) return
    onClose()
    await reload(queryClient, 'listGivenLikes')
  }
  return (
    <Dialog
      onClose={onClose}
      title={t`Add a note for ${name}`}
      go={t`Add note`}
      busy={action.busy}
      disabled={note.trim() === ''}
      onGo={() => void ask(note, () => void send())}
    >
      <TextArea
        label={t`Your note`}
        rows={3}
        maxLength={140}
        hint={t`You can add one note, as long as ${name} hasn’t seen your like.`}
        error={action.text}
        value={note}
        onChange={({ target }) => {
          setNote(target.value)
          void loadRule()
        }}
      />
      {question}
    </Dialog>
  )
}
