import { useState } from 'react'
import { replyProblem } from '../../api/error-text.ts'

/** The alert for a reply without words: from when its writer has been in the field, until there are some. */
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
