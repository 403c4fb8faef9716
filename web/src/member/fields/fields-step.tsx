import { useLingui } from '@lingui/react/macro'
import { Step } from '../../ui/step-frame.tsx'
import { Next, type StepProps } from '../onboarding/step-props.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'
import { Questions } from './questions.tsx'
import { useAnswers } from './use-answers.ts'
import { useFields } from './use-fields.ts'
import { ErrorNote } from '../../ui/pieces.tsx'

/** The community’s own questions for people who join. Required ones have to be answered. */
export default function FieldsStep({ heading, notes, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const action = useAction()
  const fields = useFields().fields.filter(({ asked }) => asked === 'joining')
  const draft = useAnswers('onboarding.fields', fields)
  const found: Record<string, string | false> = {
    ...draft.found,
    ...Object.fromEntries(
      fields.map(({ id, required }) => [
        `answers.${id}`,
        required && (draft.value[id] ?? null) === null && t`This question is required.`,
      ]),
    ),
  }
  const { form, problems } = useChecked(found, action.problems, () => {
    void action
      .run(async () => {
        if (draft.isChanged) await draft.save(draft.changes)
      })
      .then((isSaved) => isSaved && onSave({}))
  })
  return (
    <Step {...heading} {...form} foot={<Next busy={busy || action.busy} />}>
      {notes}
      <ErrorNote>{Object.keys(action.problems).length === 0 && action.text}</ErrorNote>
      <Questions fields={fields} draft={draft} problems={problems} marksOptional />
    </Step>
  )
}
