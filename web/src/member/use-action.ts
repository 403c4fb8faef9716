import { useEffect, useRef, useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { showYourTurn } from './matches/your-turn.ts'

/** An action and its state: running, refused (with the problems by field, the first of which gets the focus), or done. */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    form.current = document.activeElement?.closest('form') ?? null
    setBusy(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (failure) {
      setError(failure)
      showYourTurn(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  const problems =
    error instanceof CallFailed ? Object.fromEntries(error.problems.map(({ path, msg }) => [path, msg])) : {}
  return {
    run,
    busy,
    error,
    problems,
    text: error === undefined ? undefined : errorText(error),
    forget: () => setError(undefined),
  }
}
