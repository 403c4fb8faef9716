import { closingKinds, closings, type Closing, type Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'

type Props = { match: Match; onClose: () => void; onLeft: () => void }

export default function UnmatchDialog({ match, onClose, onLeft }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [closing, setClosing] = useState<Closing | ''>('no-spark')
  const name = match.user.firstName
  const leave = async () => {
    const body = closing ? { closing } : {}
    // The button stays busy until the list has changed, so that a second tap does nothing.
    const work = async () => {
      await matching.unmatch({ params: { id: match._id }, body })
      await queryClient.invalidateQueries({ queryKey: ['listMatches'] })
    }
    if (!(await action.run(work))) return
    toast({ text: t`You and ${name} are no longer matched.` })
    onLeft()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t`Unmatch ${name}?`}
      cancel={t`Keep match`}
      go={t`Unmatch`}
      tone="danger-solid"
      busy={action.busy}
      onGo={() => void leave()}
    >
      <ErrorNote>{action.text}</ErrorNote>
      <p>{t`The conversation closes for both of you. A short goodbye is kinder than silence:`}</p>
      <Sentences closing={closing} onChange={setClosing} />
    </Dialog>
  )
}

function Sentences({ closing, onChange }: { closing: Closing | ''; onChange: (closing: Closing | '') => void }) {
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t`Goodbye message`}</legend>
      {closingKinds.map((key) => (
        <Tick
          key={key}
          type="radio"
          name="closing"
          label={closings[key]}
          checked={closing === key}
          onChange={() => onChange(key)}
        />
      ))}
      <Tick type="radio" name="closing" label={t`No message`} checked={closing === ''} onChange={() => onChange('')} />
    </fieldset>
  )
}
