import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useBulk, type Outcome } from './use-bulk.ts'
import type { Decision } from './use-users.ts'

type Props = { ids: readonly string[]; to: Decision; onClose: () => void; onDone: () => void }

function useDecidingAboutMany({ ids, to, onClose, onDone }: Props) {
  const { t } = useLingui()
  const { run, tried, problem, stop } = useBulk()
  const [preview, setPreview] = useState<Outcome>()
  const out = to === 'deactivate'
  useEffect(() => {
    void run({ ids, to, dryRun: true }).then(setPreview)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for those who were chosen
  }, [])
  const back = (done: readonly string[]) =>
    void run({ ids: done, to: out ? 'activate' : 'deactivate', reason: t`Taken back` }).then(() =>
      toast({ text: t`Taken back.` }),
    )
  const go = async (reason: string) => {
    const outcome = await run({ ids: preview?.done ?? [], to, reason })
    if (!outcome) return
    const count = outcome.done.length
    toast({
      text: out ? t`${count} deactivated.` : t`${count} active again.`,
      undo: { label: t`Undo`, run: () => back(outcome.done) },
      lasts: 60_000,
    })
    onClose()
    onDone()
  }
  return { preview, tried, problem, stop, out, go }
}

/** First what would come of it, with the reasons where nothing would; then done, with a way back for those it touched. */
export function BulkDialog(props: Props) {
  const { t } = useLingui()
  const { onClose } = props
  const [reason, setReason] = useState('')
  const { preview, tried, problem, stop, out, go } = useDecidingAboutMany(props)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={out ? t`Deactivate the chosen users?` : t`Activate the chosen users?`}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={tried === undefined ? t`Cancel` : t`Stop`}
          onCancel={tried === undefined ? onClose : stop}
          go={out ? t`Deactivate` : t`Activate`}
          onGo={() => void go(reason)}
          tone={out ? 'danger-solid' : 'primary'}
          busy={tried !== undefined}
          disabled={!preview?.done.length}
        />
      }
    >
      {problem !== undefined && (
        <Note tone="danger" live>
          {errorText(problem)}
        </Note>
      )}
      {!preview && !problem && <Spinner label={t`Looking at what would come of it...`} />}
      {preview && <Preview outcome={preview} />}
      <TextArea
        label={out ? t`Reason, shown to the members` : t`Reason`}
        optional={t`(optional)`}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {tried !== undefined && (
        <progress className="w-full" value={tried} max={preview?.done.length ?? 1} aria-label={t`How far it is`} />
      )}
    </Dialog>
  )
}

function Preview({ outcome: { done, refused } }: { outcome: Outcome }) {
  const reasons = Map.groupBy(refused, ({ why }) => why)
  return (
    <div className="grid gap-2">
      <p>
        <Plural value={done.length} _0="It concerns nobody." one="It concerns # user." other="It concerns # users." />
      </p>
      {refused.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {[...reasons].map(([why, { length }]) => (
            <li key={why}>
              <Trans>
                {length} not: {why}
              </Trans>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
