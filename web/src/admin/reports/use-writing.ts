import type { Report } from '@kindred/contract/moderation/report'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportErrorText, texts } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { withRetry } from '../../api/retry.ts'
import { backOffice } from '../../api/staff-client.ts'
import { reportQuery } from './report-query.ts'
import { knownVersion, noteOwnChange } from './own-changes.ts'
import { useReportsChanged } from './use-reports.ts'

export const isSendKey = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  key === 'Enter' && (ctrlKey || metaKey)

/** Writes replies and notes, unless a colleague or the reporter just changed the report. */
export function useWriting(report: Report) {
  const { _id: id } = report
  const queryClient = useQueryClient()
  const changed = useReportsChanged()
  const [seen, setSeen] = useState(0)
  const [alert, setAlert] = useState<string>()
  const [busy, setBusy] = useState(false)
  const write = async (text: string, isInternal: boolean, mentions: string[] = []): Promise<boolean> => {
    setBusy(true)
    setAlert(undefined)
    try {
      const { data } = await backOffice.replyToReport({
        params: { id },
        body: { message: text.trim(), isInternal, ...(mentions.length > 0 ? { mentions } : {}) },
        ifMatch: Math.max(knownVersion(report), seen),
      })
      noteOwnChange(data.report)
      changed()
      return true
    } catch (error) {
      // Whoever reads about the conflict may try again at once, so the change is fetched first.
      if (error instanceof CallFailed && error.is('conflict')) await seeChange()
      setAlert(reportErrorText(error, texts.reportReply))
      return false
    } finally {
      setBusy(false)
    }
  }
  // The author knows now who changed it, so the next try counts.
  const seeChange = async () => {
    changed()
    // A call of its own, because an event about any report would cancel the query’s.
    const newest = await withRetry(() => backOffice.getReport({ params: { id } })).catch(() => undefined)
    if (!newest) return
    setFreshData(queryClient, reportQuery(id).queryKey, newest)
    setSeen(newest.data.report.version)
  }
  return { alert, busy, write }
}
