import { useEffect, useRef, useState, type FormEvent } from 'react'
import { registerErrorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { join } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'

const empty = { firstName: '', lastName: '', email: '', password: '', dateOfBirth: '' }
const untouched = { acceptTerms: false, acceptSpecialCategory: false }

/** The problem of a field of this form. Problems that name no field are shown above the form instead. */
const problemsIn = (error: unknown): Record<string, string> =>
  error instanceof CallFailed
    ? Object.fromEntries(
        error.problems.flatMap(({ path, msg }) => (path in empty || path in untouched ? [[path, msg]] : [])),
      )
    : {}

/** Joining: what is wrong with which field comes from the server, in its words; the focus goes to the first of them. */
export function useJoin(termsNeeded: string) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useSession((session) => session.status) === 'loading'
  const [values, setValues] = useState(empty)
  const [agreed, setAgreed] = useState(untouched)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()

  const [shown, setShown] = useState(0)

  // Once they stand on the page, and only when they came from trying to join: not while a field is being mended.
  useEffect(() => {
    if (shown > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [shown])

  const show = (found: Record<string, string>) => {
    setProblems(found)
    setShown((times) => times + 1)
  }
  const forget = (name: string) => {
    setFailure(undefined)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== name)))
  }
  const text = (name: keyof typeof empty) => ({
    value: values[name],
    error: problems[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => {
      forget(name)
      setValues((before) => ({ ...before, [name]: target.value }))
    },
  })
  const tick = (name: keyof typeof agreed) => ({
    checked: agreed[name],
    error: problems[name],
    onChange: ({ target }: { target: { checked: boolean } }) => {
      forget(name)
      setAgreed((before) => ({ ...before, [name]: target.checked }))
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (!agreed.acceptTerms) return show({ acceptTerms: termsNeeded })
    try {
      await join({ ...values, ...agreed, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
      void navigate({ to: paths.verifyEmail, replace: true })
    } catch (error) {
      const found = problemsIn(error)
      if (Object.keys(found).length === 0) setFailure(registerErrorText(error))
      show(found)
    }
  }
  return { form, text, tick, submit, busy, failure }
}
