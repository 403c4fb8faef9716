import type { Batch } from '@kindred/contract/batches'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReasonField } from '../reason-field.tsx'
import { useBulk, useUndoBatch, type Whom } from './use-bulk.ts'
import type { Decision } from './use-users.ts'

type Props = { whom: Whom; to: Decision; onClose: () => void; onDone: () => void }

const UNDO_FOR = 60_000

/** The work, and the way back that its message offers for a minute. */
function useDecidingAboutMany({ whom, to, onClose, onDone }: Props) {
  const { t } = useLingui()
  const undo = useUndoBatch()
  const told = ({ _id, done, action }: Batch) => {
    toast({
      text: action === 'deactivate' ? t`${done} deactivated.` : t`${done} active again.`,
      ...(done > 0
        ? {
            undo: {
              label: t`Undo`,
              run: () =>
                void undo(_id).then(
                  () => toast({ text: t`Taken back.` }),
                  (error: unknown) => toast({ text: errorText(error), bad: true }),
                ),
            },
            lasts: UNDO_FOR,
          }
        : {}),
    })
    onClose()
    onDone()
  }
  return useBulk(whom, to, told)
}

/** First what would come of it, with the reasons where nothing would; then how far it is, and a way to stop. */
export function BulkDialog(props: Props) {
  const { t } = useLingui()
  const { to, onClose } = props
  const [reason, setReason] = useState('')
  const { preview, start, stop, batch, problem } = useDecidingAboutMany(props)
  const out = to === 'deactivate'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={out ? t`Deactivate the chosen users?` : t`Activate the chosen users?`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={batch ? t`Stop` : t`Cancel`}
          onCancel={batch ? () => stop.mutate() : onClose}
          go={out ? t`Deactivate` : t`Activate`}
          onGo={() => start.mutate(reason)}
          tone={out ? 'danger-solid' : 'primary'}
          busy={start.isPending || batch !== undefined}
          disabled={!preview.data?.will}
        />
      }
    >
      {problem && (
        <Note tone="danger" live>
          {errorText(problem)}
        </Note>
      )}
      {preview.isPending && <Spinner label={t`Looking at what would come of it...`} />}
      {preview.data && <Preview {...preview.data} />}
      <ReasonField
        label={out ? t`Reason, shown to the members` : t`Reason`}
        withRules={out}
        value={reason}
        onChange={setReason}
      />
      {batch && <Progress batch={batch} />}
    </Dialog>
  )
}

function Progress({ batch: { total, done } }: { batch: Batch }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-1">
      <progress className="w-full" value={done} max={total} aria-label={t`How far it is`} />
      <p className="small muted" role="status">
        <Trans>
          {done} of {total}. It goes on if you close this.
        </Trans>
      </p>
    </div>
  )
}

function Preview({ will, refused }: { will: number; refused: { why: string; count: number }[] }) {
  return (
    <div className="grid gap-2">
      <p>
        <Plural value={will} _0="It concerns nobody." one="It concerns # user." other="It concerns # users." />
      </p>
      {refused.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {refused.map(({ why, count }) => (
            <li key={why}>
              <Trans>
                {count} not: {why}
              </Trans>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
