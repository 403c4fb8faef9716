import { useState } from 'react'
import { reportErrorText, texts } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useReportsChanged } from './use-reports.ts'

export function useWriting(reportId: string) {
  const changed = useReportsChanged()
  const [alert, setAlert] = useState<string>()
  const [busy, setBusy] = useState(false)
  const write = async (text: string, isInternal: boolean): Promise<boolean> => {
    setBusy(true)
    setAlert(undefined)
    try {
      await backOffice.replyToReport({ params: { id: reportId }, body: { message: text.trim(), isInternal } })
      changed()
      return true
    } catch (error) {
      setAlert(reportErrorText(error, texts.reportReply))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { alert, busy, write }
}
