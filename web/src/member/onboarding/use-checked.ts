import { useEffect, useRef, useState, type FormEvent } from 'react'

type Problems = Record<string, string>

/**
 * The form of a step. Errors that the browser can detect appear on submit and stay until they are corrected, and the
 * first one gets the focus. The server reports all others.
 */
export function useChecked(found: Record<string, string | false>, refused: Problems, onSend: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [tries])
  const known: Problems = Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) => (text === false ? [] : [[name, text]])),
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(known).length === 0) onSend()
    else setTries((before) => before + 1)
  }
  return {
    problems: tries > 0 ? { ...refused, ...known } : refused,
    // Our own error texts replace the browser's.
    form: { ref: form, onSubmit, noValidate: true },
  }
}
