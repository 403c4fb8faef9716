import { useState } from 'react'
import { replyProblem } from '../../api/error-text.ts'

/** The alert for an empty reply. It is shown from the first focus on the field until there is text. */
export function useBlankAlert(text: string, alert: string | undefined) {
  const [touched, setTouched] = useState(false)
  const problem = replyProblem(text)
  return {
    isBlank: problem !== undefined,
    shown: touched && problem ? problem : alert,
    touch: () => setTouched(true),
    startAgain: () => setTouched(false),
  }
}
