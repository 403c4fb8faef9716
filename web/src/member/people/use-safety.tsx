import type { Picture } from '@kindred/contract/profiles/users'
import { lazy, Suspense, useState } from 'react'

const ReportDialog = lazy(() => import('../reports/report-dialog.tsx'))
const BlockDialog = lazy(() => import('../reports/block-dialog.tsx'))

/** Reporting and blocking a person, or reporting one of their photos, from any place that shows them. */
export function useSafety(person: { id: string; name: string }, onBlocked?: () => void) {
  const [open, setOpen] = useState<'report' | 'block' | { photo: Picture }>()
  const onClose = () => setOpen(undefined)
  const dialogProps = { person, onBlocked: onBlocked ?? onClose, onClose }
  const dialog = open && (
    <Suspense>
      {open === 'block' ? (
        <BlockDialog {...dialogProps} />
      ) : (
        <ReportDialog {...dialogProps} {...(typeof open === 'object' && open)} />
      )}
    </Suspense>
  )
  return {
    report: () => setOpen('report'),
    reportPhoto: (photo: Picture) => setOpen({ photo }),
    block: () => setOpen('block'),
    dialog,
  }
}
