import type { Approval } from '@kindred/contract/moderation/approvals'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { deciding } from '../../api/decisions-client.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery } from '../../api/queries.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import FraudReaders from '../decisions/fraud-readers.tsx'
import { Preview } from '../decisions/preview.tsx'

type Props = { decision: NonNullable<Approval['decision']>; target: Approval['target']; isAnswered: boolean }

/** What the approval of a decision does, as its author saw it. */
export default function DecisionPreview({ decision: { _id: id, fraud, kind }, target, isAnswered }: Props) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    ...readQuery(['previewWaiting', id], () => deciding.previewWaiting({ params: { id } })),
    select: (answer) => answer.data,
    // Afterwards, the server would refuse to preview it.
    enabled: !isAnswered,
  })
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!data) return <Spinner label={t`Loading preview…`} />
  return (
    <>
      <Preview preview={data} />
      {kind === 'ban' && fraud && target && <FraudReaders userId={target._id} />}
    </>
  )
}
