import { useLingui } from '@lingui/react/macro'
import { Sheet, type SheetProps, useSheet } from '../profile/sheet.tsx'
import { Questions } from './questions.tsx'
import { useAnswers } from './use-answers.ts'
import { useFields } from './use-fields.ts'

export function FieldsSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const { t } = useLingui()
  const { fields } = useFields()
  const draft = useAnswers('profile.fields', fields)
  const state = useSheet({
    drafts: [draft],
    body: draft.changes,
    send: () => draft.save(draft.changes),
    invalid: Object.keys(draft.found).length > 0,
    onClose,
  })
  const problems = { ...state.problems, ...(state.isRefused ? draft.found : {}) }
  return (
    <Sheet title={t`More about you`} state={state}>
      <Questions key={draft.turn} fields={fields} draft={draft} problems={problems} />
    </Sheet>
  )
}
