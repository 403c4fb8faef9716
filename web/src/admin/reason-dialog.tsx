import { useFormDraft } from '../session/use-form-draft.ts'
import { Button } from '../ui/button.tsx'
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
  /** Reasons that are given with one press. */
  suggestions?: readonly string[]
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
  suggestions = [],
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
      {suggestions.length > 0 && (
        <ul className="grid gap-2">
          {suggestions.map((each, at) => (
            <li key={each}>
              <Button
                tone="quiet"
                className="w-full justify-start!"
                {...(at === 0 && { 'data-first': true })}
                busy={busy}
                onClick={() => onGo(each)}
              >
                {each}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label={label}
        {...(hint ? { hint } : {})}
        required
        {...(suggestions.length === 0 && { 'data-first': true })}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
    </Dialog>
  )
}
