import { useEffect, useRef, useState, type FormEvent } from 'react'
import { registerErrorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { join } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { JOIN_FORM } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'

const SHORTEST_PASSWORD = 8
const YOUNGEST = 18
const empty = { firstName: '', lastName: '', email: '', dateOfBirth: '' }
type Values = typeof empty & { password: string }
const untouched = { acceptTerms: false, acceptSpecialCategory: false }

/** Problems by field. Those without a field appear above the form. */
const problemsIn = (error: unknown): Record<string, string> =>
  error instanceof CallFailed
    ? Object.fromEntries(
        error.problems.flatMap(({ path, msg }) =>
          path in empty || path === 'password' || path in untouched ? [[path, msg]] : [],
        ),
      )
    : {}

type Texts = { empty: string; short: string; born: string; young: string; terms: string }

const isTooYoung = (born: string): boolean => {
  const [year = 0, ...rest] = born.split('-')
  return `${Number(year) + YOUNGEST}-${rest.join('-')}` > new Date().toISOString().slice(0, 10)
}

/** The same checks as on the server, so that no account is created from invalid values. */
function problemsWith(values: Values, agreed: typeof untouched, texts: Texts): Record<string, string> {
  const { password, dateOfBirth } = values
  const blank = Object.entries(values).filter(([, value]) => value.trim() === '')
  return {
    ...(password.length < SHORTEST_PASSWORD ? { password: texts.short } : {}),
    ...(isTooYoung(dateOfBirth) ? { dateOfBirth: texts.young } : {}),
    ...Object.fromEntries(blank.map(([name]) => [name, name === 'dateOfBirth' ? texts.born : texts.empty])),
    ...(agreed.acceptTerms ? {} : { acceptTerms: texts.terms }),
  }
}

/**
 * Sign-up. All errors appear at once beside their fields, and the first one gets the focus. The server reports other
 * errors in its own words.
 */
export function useJoin(texts: Texts) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useSession((session) => session.status) === 'loading'
  // The draft is stored, because people leave this page to read the terms. Passwords are never stored.
  const entered = useFormDraft(JOIN_FORM, empty)
  const [password, setPassword] = useState('')
  const values = { ...entered.value, password }
  const [agreed, setAgreed] = useState(untouched)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()

  const [shown, setShown] = useState(0)

  // Focuses the first error after a failed submit, but not while a field is being corrected.
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
  const text = (name: keyof Values) => ({
    value: values[name],
    error: problems[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => {
      forget(name)
      if (name === 'password') setPassword(target.value)
      else entered.change({ [name]: target.value })
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
    const known = problemsWith(values, agreed, texts)
    try {
      await join({ ...values, ...agreed, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
      void navigate({ to: paths.verifyEmail, replace: true })
    } catch (error) {
      const found = { ...problemsIn(error), ...known }
      if (Object.keys(found).length === 0) setFailure(registerErrorText(error))
      show(found)
    }
  }
  return { form, text, tick, submit, busy, failure }
}
