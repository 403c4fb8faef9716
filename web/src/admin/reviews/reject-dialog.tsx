import type { PhotoProblem } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Input = { problem: PhotoProblem; reason?: string }
type Props = { name: string; onClose: () => void; onGo: (input: Input) => void }

function useProblems(): { value: PhotoProblem; name: string }[] {
  const { t } = useLingui()
  return [
    { value: 'nobody', name: t`They aren’t in it` },
    { value: 'someone_else', name: t`It shows someone else` },
    { value: 'unclear', name: t`They can’t be recognized` },
    { value: 'nudity', name: t`Nudity` },
    { value: 'minor', name: t`A child` },
    { value: 'contact', name: t`Contact details or an ad` },
    { value: 'other', name: t`Something else` },
  ]
}

/** Asks why a photo is rejected. The member reads the choice in their language, and the note as it is. */
export function RejectDialog({ name, onClose, onGo }: Props) {
  const { t } = useLingui()
  const problems = useProblems()
  const [problem, setProblem] = useState<PhotoProblem>()
  const [note, setNote] = useState('')
  const reason = note.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Reject ${name}’s photo?`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={onClose}
          go={t`Reject`}
          tone="danger-solid"
          disabled={!problem || (problem === 'other' && !reason)}
          onGo={() => problem && onGo({ problem, ...(reason ? { reason } : {}) })}
        />
      }
    >
      <SelectField
        label={t`Reason`}
        hint={t`${name} gets this by email, in their language.`}
        required
        data-first
        value={problem ?? ''}
        onChange={({ target }) => setProblem(problems.find(({ value }) => value === target.value)?.value)}
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
        label={t`Note`}
        hint={t`${name} sees this exactly as you write it.`}
        {...(problem === 'other' ? { required: true } : { optional: t`(optional)` })}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  )
}
