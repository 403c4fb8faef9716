import type { Batch } from '@kindred/contract/moderation/batches'
import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { ReasonField } from '../reason-field.tsx'
import { SkippedItems } from './skipped-items.tsx'
import { useBulk, type BulkAction } from './use-bulk.ts'
import { useUndo } from './use-undo.ts'

/** The texts of the dialog, including nouns for the affected items. */
type Words = {
  title: string
  go: string
  reason: string
  concerns: (count: number) => string
  done: (count: number) => string
}
type Props = {
  action: BulkAction
  words: Words
  /** True if the action takes something away from people. */
  takes: boolean
  onClose: () => void
  onDone: () => void
}

const UNDO_FOR = 60_000

function useBulkDialog({ action, words, onClose, onDone }: Props) {
  const { t } = useLingui()
  const undo = useUndo()
  const showResult = ({ _id, done, waiting }: Batch) => {
    toast({
      text: waiting ? t`Another administrator has to approve this first.` : words.done(done),
      ...(done > 0 ? { undo: { label: t`Undo`, run: () => undo.mutate(_id) }, lasts: UNDO_FOR } : {}),
    })
    onClose()
    onDone()
  }
  return useBulk(action, showResult)
}

/** Shows the preview first, with the reasons for skipped items, then the progress and a way to stop. */
export function BulkDialog(props: Props) {
  const { t } = useLingui()
  const { action, words, takes, onClose, onDone } = props
  const entered = useFormDraft(`bulk.${JSON.stringify(action)}`, { reason: '' })
  const { reason } = entered.value
  const { preview, starting, go, stop, batch, problem } = useBulkDialog({ ...props, onDone: entered.forgetAnd(onDone) })
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      cancel={batch ? t`Stop` : t`Cancel`}
      onCancel={batch ? () => stop.mutate() : entered.forgetAnd(onClose)}
      go={words.go}
      onGo={() => go(reason)}
      tone={takes ? 'danger-solid' : 'primary'}
      busy={starting || batch !== undefined}
      disabled={!preview.data?.will}
    >
      <Unsaved of={entered} />
      {problem !== undefined && problem !== null && (
        <Note tone="danger" live>
          {errorText(problem)}
        </Note>
      )}
      {preview.isPending && <Spinner label={t`Loading preview…`} />}
      {preview.data && <Preview summary={words.concerns(preview.data.will)} refused={preview.data.refused} />}
      {preview.data && <Needs needs={preview.data.needs} />}
      <ReasonField
        label={words.reason}
        withRules={takes}
        value={reason}
        onChange={(text) => entered.change({ reason: text })}
      />
      {batch && <Progress batch={batch} />}
    </Dialog>
  )
}

function Progress({ batch: { total, done } }: { batch: Batch }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-1">
      <progress className="w-full" value={done} max={total} aria-label={t`Progress`} />
      <p className="text-small text-muted" role="status">
        <Trans>
          {done} of {total} done. You can close this window; the action keeps running.
        </Trans>
      </p>
    </div>
  )
}

function Needs({ needs }: { needs: 'none' | 'approval' | 'delay' }) {
  if (needs === 'none') return null
  return (
    <Note>
      {needs === 'approval' ? (
        <Trans>Another administrator has to approve this.</Trans>
      ) : (
        <Trans>
          No other administrator can approve this, so it takes effect after 24 hours, or after 72 hours if it affects an
          administrator, unless one of them objects.
        </Trans>
      )}
    </Note>
  )
}

const Preview = ({ summary, refused }: { summary: string; refused: Batch['refused'] }) => (
  <div className="grid gap-2">
    <p>{summary}</p>
    <SkippedItems refused={refused} className="grid gap-1 text-ink-2" />
  </div>
)
