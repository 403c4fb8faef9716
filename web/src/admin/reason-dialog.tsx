import { useFormDraft } from '../session/use-form-draft.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'

type Props = {
  /** The key under which the reason's draft is stored until the action succeeds. Without a key, there is no draft. */
  draftKey?: string
  title: string
  label: string
  hint?: string
  go: string
  tone?: 'primary' | 'danger-solid'
  busy?: boolean
  minLength?: number
  onClose: () => void
  onGo: (reason: string) => void
}

export function ReasonDialog({
  draftKey,
  title,
  label,
  hint,
  go,
  tone = 'primary',
  busy = false,
  minLength = 1,
  onClose,
  onGo,
}: Props) {
  const { value, change, forgetAnd } = useFormDraft(draftKey, { reason: '' })
  const { reason } = value
  return (
    <Dialog
      onClose={onClose}
      title={title}
      onCancel={forgetAnd(onClose)}
      go={go}
      onGo={() => onGo(reason.trim())}
      tone={tone}
      busy={busy}
      disabled={reason.trim().length < minLength}
    >
      <TextArea
        label={label}
        {...(hint ? { hint } : {})}
        required
        data-first
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
    </Dialog>
  )
}
