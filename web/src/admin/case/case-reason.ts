import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import { useSession } from '../../session/store.ts'
import { viewCase, workOnCase } from '../access-reasons.ts'
import { isOpen } from '../reports/marks.tsx'
import { shortId } from '../reports/short-id.ts'

/** True for the person who works on the report, which is the reason for all that belongs to it. */
export function useIsMine(report: Report): boolean {
  const own = useSession((session) => session.user?._id)
  return isOpen(report) && own !== undefined && report.assignee?._id === own
}

/** Counts before the requests of this page, whose effects run later. */
export function useCaseReason(report: Report | undefined, isMine: boolean): void {
  const { t } = useLingui()
  const short = report ? shortId(report._id) : ''
  const reason = t`Working on report ${short}`
  const subjects = report
    ? [`evidence ${report._id}`, ...[report.about?._id, report.user._id].flatMap((id) => (id ? [`user ${id}`] : []))]
    : []
  const key = JSON.stringify(subjects)
  useLayoutEffect(() => {
    const opened = { reason, subjects: JSON.parse(key) as string[] }
    if (isMine) workOnCase(opened)
    else viewCase(opened)
  }, [reason, key, isMine])
}
