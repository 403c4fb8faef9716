import type { BatchEntry } from '@kindred/contract/moderation/batches'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { SkippedItems } from './skipped-items.tsx'
import { useUndo } from './use-undo.ts'

export function BatchesTable({ batches }: { batches: readonly BatchEntry[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <Table
      caption={t`Bulk actions`}
      rows={batches}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t`When`,
          cell: ({ madeAt }) => <span className="whitespace-nowrap">{formats.dayAndTime(madeAt)}</span>,
        },
        { head: t`Actor`, cell: ({ madeBy }) => <bdi>{madeBy.name}</bdi> },
        { head: t`Action`, cell: (batch) => <What batch={batch} /> },
        { head: t`Reason`, cell: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
        { head: t({ message: 'Done', context: 'progress' }), cell: (batch) => <Outcome batch={batch} /> },
        { head: t`Status`, cell: (batch) => <State batch={batch} /> },
        { head: t`Actions`, acts: true, cell: (batch) => <Action batch={batch} /> },
      ]}
    />
  )
}

type One = { batch: BatchEntry }

function What({ batch: { action, undoes } }: One) {
  const { t } = useLingui()
  const names: Record<BatchEntry['action'], string> = {
    activate: t`Activate users`,
    deactivate: t`Deactivate users`,
    in_progress: t`Assign reports to me`,
    resolved: t`Resolve reports`,
    closed: t`Close reports`,
    rejected: t`Reject reports`,
    back: t`Unassign reports`,
  }
  return undoes ? t`Undo` : names[action]
}

const Outcome = ({ batch: { done, total, refused } }: One) => (
  <>
    <Trans>
      {done} of {total}
    </Trans>
    <SkippedItems refused={refused} className="text-small text-muted" />
  </>
)

function State({ batch: { finishedAt, stoppedAt, undoneBy, waiting } }: One) {
  const { t } = useLingui()
  if (waiting) return <Badge tone="info">{t`Waiting for approval`}</Badge>
  if (!finishedAt) return <Badge tone="info">{t`In progress`}</Badge>
  if (undoneBy) return <Badge tone="warning">{t`Undone`}</Badge>
  return stoppedAt ? <Badge tone="warning">{t`Stopped`}</Badge> : <Badge tone="positive">{t`Finished`}</Badge>
}

/** Stops a running action, or undoes a finished one, which is possible only once. */
function Action({ batch }: One) {
  const { t } = useLingui()
  const formats = useFormats()
  const when = formats.dayAndTime(batch.madeAt)
  if (batch.waiting) return <Link to={paths.approvals}>{t`View request`}</Link>
  if (!batch.finishedAt) return <Stop batch={batch} when={when} />
  return batch.undoes || batch.undoneBy || batch.done === 0 ? null : <UndoButton batch={batch} when={when} />
}

type Named = One & { when: string }

function Stop({ batch, when }: Named) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => backOffice.stopBatch({ params: { id: batch._id } }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['listBatches'] }),
  })
  return (
    <Button
      tone="quiet"
      size="sm"
      busy={stop.isPending}
      aria-label={t`Stop bulk action from ${when}`}
      onClick={() => stop.mutate()}
    >
      {t`Stop`}
    </Button>
  )
}

function UndoButton({ batch, when }: Named) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  const undo = useUndo()
  return (
    <>
      <Button
        tone="quiet"
        size="sm"
        busy={undo.isPending}
        aria-label={t`Undo bulk action from ${when}`}
        onClick={() => setConfirming(true)}
      >
        {t`Undo…`}
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t`Undo this bulk action?`}
        go={t`Undo`}
        onGo={() => {
          setConfirming(false)
          undo.mutate(batch._id)
        }}
      >
        <p>
          <Trans>
            <Plural value={batch.done} one="# item" other="# items" /> affected. Later changes to any of them are kept.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}
