import { lazy, Suspense, useState } from 'react'

const ReportDialog = lazy(() => import('../reports/report-dialog.tsx'))
const BlockDialog = lazy(() => import('../reports/block-dialog.tsx'))

/** Reporting and blocking a person, from any place that shows them. */
export function useSafety(person: { id: string; name: string }, onBlocked: () => void) {
  const [open, setOpen] = useState<'report' | 'block'>()
  const dialogProps = { person, onBlocked, onClose: () => setOpen(undefined) }
  const dialog = open && (
    <Suspense>{open === 'report' ? <ReportDialog {...dialogProps} /> : <BlockDialog {...dialogProps} />}</Suspense>
  )
  return { report: () => setOpen('report'), block: () => setOpen('block'), dialog }
}
