import { useLingui } from '@lingui/react/macro'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

type Input = { note?: string; remember: boolean }
type Props = { id: string; name: string; onClose: () => void; onGo: (input: Input) => void }

/** Marks a photo as fake, and remembers it if staff want to find it again. */
export function FakeDialog({ id, name, onClose, onGo }: Props) {
  const { t } = useLingui()
  const entered = useUnfinished(`fake.${id}`, { note: '', remember: true })
  const { note, remember } = entered.value
  const go = () => {
    entered.forget()
    onGo({ remember, ...(note.trim() ? { note: note.trim() } : {}) })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Mark ${name}’s photo as fake?`}
      close={t`Close`}
      footer={<DialogEnd cancel={t`Cancel`} onCancel={entered.forgetAnd(onClose)} go={t`Mark as fake`} onGo={go} />}
    >
      <Unsaved of={entered} />
      <TextArea
        label={t`Note`}
        optional={t`(optional)`}
        data-first
        rows={3}
        maxLength={300}
        value={note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      <Tick
        label={t`Find this photo on other accounts`}
        checked={remember}
        onChange={({ target }) => entered.change({ remember: target.checked })}
      />
    </Dialog>
  )
}
