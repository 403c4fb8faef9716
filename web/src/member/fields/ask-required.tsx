import type { OwnField } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import { Questions } from './questions.tsx'
import { useAnswers } from './use-answers.ts'

/** Asks members once about fields that became required after they joined. They stay visible whatever they choose. */
export default function AskRequired({ fields }: { fields: readonly OwnField[] }) {
  const { t } = useLingui()
  const action = useAction()
  const [asked] = useState(fields)
  const draft = useAnswers('ask.fields', asked)
  const later = () =>
    void action.run(async () => {
      await draft.save(Object.fromEntries(asked.map(({ id }) => [id, null])))
      draft.forget()
    })
  const save = () =>
    void action.run(async () => {
      await draft.save(Object.fromEntries(asked.map(({ id }) => [id, draft.value[id] ?? null])))
      draft.forget()
    })
  return (
    <Dialog
      low
      onClose={later}
      title={t`Your community would like to know`}
      cancel={t`Not now`}
      go={t`Save`}
      busy={action.busy}
      disabled={Object.keys(draft.changes).length === 0}
      onGo={save}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ErrorNote>{Object.keys(action.problems).length === 0 && action.text}</ErrorNote>
        <Questions fields={asked} draft={draft} problems={action.problems} />
        <p className="text-small text-muted">{t`You can change this at any time on your profile.`}</p>
      </div>
    </Dialog>
  )
}
