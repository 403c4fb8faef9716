import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'

type Input = { note?: string; remember: boolean }
type Props = { name: string; onClose: () => void; onGo: (input: Input) => void }

/** Marks a photo as fake, and remembers it if staff want to find it again. */
export function FakeDialog({ name, onClose, onGo }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const [remember, setRemember] = useState(true)
  const go = () => onGo({ remember, ...(note.trim() ? { note: note.trim() } : {}) })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Mark ${name}’s photo as fake?`}
      close={t`Close`}
      footer={<DialogEnd cancel={t`Cancel`} onCancel={onClose} go={t`Mark as fake`} onGo={go} />}
    >
      <TextArea
        label={t`Note`}
        optional={t`(optional)`}
        data-first
        rows={3}
        maxLength={300}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Tick
        label={t`Find this photo on other accounts`}
        checked={remember}
        onChange={({ target }) => setRemember(target.checked)}
      />
    </Dialog>
  )
}
