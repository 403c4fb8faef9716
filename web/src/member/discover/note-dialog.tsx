import type { Person } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Props = {
  person: Person
  open: boolean
  onClose: () => void
  onSend: (note: { note: string; noteOn?: string }) => void
}

/** A few words that go with a like, about something that they showed. */
export function NoteDialog({ person, open, onClose, onSend }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const [on, setOn] = useState('')
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title={t`Like ${person.firstName} with a note`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={onClose}
          go={t`Send like`}
          disabled={note.trim() === ''}
          onGo={() => onSend({ note: note.trim(), ...(on ? { noteOn: on } : {}) })}
        />
      }
    >
      {person.prompts.length > 0 && (
        <SelectField label={t`About`} value={on} onChange={({ target }) => setOn(target.value)}>
          <option value="">{t`Their profile`}</option>
          {person.prompts.map(({ question }) => (
            <option key={question}>{question}</option>
          ))}
        </SelectField>
      )}
      <TextArea
        label={t`Your note`}
        rows={3}
        maxLength={140}
        hint={t`They’ll see it once you match, or right away if they can see who likes them.`}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  )
}
