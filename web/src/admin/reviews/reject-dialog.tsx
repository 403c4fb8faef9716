import type { PhotoProblem, VoiceProblem } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { usePhotoProblems, useVoiceProblems, type Named } from './words.ts'

type Problem = PhotoProblem | VoiceProblem
type Input<P extends Problem> = { problem: P; reason?: string }
type Props<P extends Problem> = {
  id: string
  title: string
  name: string
  problems: Named<P>
  onClose: () => void
  onGo: (input: Input<P>) => void
}
type Rejecting<P extends Problem> = Pick<Props<P>, 'id' | 'name' | 'onClose' | 'onGo'>

export function RejectPhoto(props: Rejecting<PhotoProblem>) {
  const { t } = useLingui()
  const problems = usePhotoProblems()
  return <RejectDialog {...props} title={t`Reject ${props.name}’s photo?`} problems={problems} />
}

export function RejectVoice(props: Rejecting<VoiceProblem>) {
  const { t } = useLingui()
  const problems = useVoiceProblems()
  return <RejectDialog {...props} title={t`Reject ${props.name}’s voice answer?`} problems={problems} />
}

/** Asks for the reason. Members read the selected problem in their language, and the note as written. */
function RejectDialog<P extends Problem>({ id, title, name, problems, onClose, onGo }: Props<P>) {
  const { t } = useLingui()
  const entered = useFormDraft(`reject.${id}`, { chosen: '', note: '' })
  const { chosen, note } = entered.value
  const problem = problems.find(({ value }) => value === chosen)?.value
  const reason = note.trim()
  const go = () => {
    if (!problem) return
    entered.forget()
    onGo({ problem, ...(reason ? { reason } : {}) })
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      onCancel={entered.forgetAnd(onClose)}
      go={t`Reject`}
      tone="danger-solid"
      disabled={!problem || (problem === 'other' && !reason)}
      onGo={go}
    >
      <Unsaved of={entered} />
      <SelectField
        label={t`Reason`}
        hint={t`${name} gets this by email, in their language.`}
        required
        data-first
        value={problem ?? ''}
        onChange={({ target }) => entered.change({ chosen: target.value })}
      >
        <option value="" disabled>
          {t`Choose a reason`}
        </option>
        {problems.map(({ value, name: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t({ message: 'Note', context: 'to the member' })}
        hint={t`${name} will see exactly what you write.`}
        {...(problem === 'other' ? { required: true } : { optional: t`(optional)` })}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
    </Dialog>
  )
}
