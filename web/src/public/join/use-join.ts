import { rulesByInvitation } from '@kindred/contract/identity/admission'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { registerErrorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { oneOf } from '../../api/params.ts'
import { useMinimumAge } from '../../api/house.ts'
import { usePasskeysWork, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { goBack, goForward } from '../../router/step-history.ts'
import { admissions } from '../../api/admission-client.ts'
import { join } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { JOIN_FORM } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import {
  allSteps,
  type JoinStep,
  joinSteps,
  nothingEntered,
  openStep,
  problemsIn,
  stepOf,
  type Texts,
} from './steps.ts'

const SHORTEST_PASSWORD = 8
const fields: readonly string[] = [...Object.keys(nothingEntered), 'password', 'acceptTerms']

type Problems = Record<string, string>

/** The server's problems by field. Those without a field appear above the form. */
const refusedFields = (error: unknown): Problems =>
  error instanceof CallFailed
    ? Object.fromEntries(error.problems.flatMap(({ path, msg }) => (fields.includes(path) ? [[path, msg]] : [])))
    : {}

type Target = { target: { value: string } }

/**
 * Sign-up, one question at a time. Each step checks its own fields, and the server checks all of them at the end: the
 * first step with a problem opens again.
 */
export function useJoin(texts: Texts) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useSession((session) => session.status) === 'loading'
  // The draft is stored, because people leave this page to read the terms. Passwords are never stored.
  const entered = useFormDraft(JOIN_FORM, nothingEntered)
  const [password, setPassword] = useState('')
  const [acceptTerms, setAcceptTerms] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [shown, setShown] = useState(0)
  const { from, step: requested, invitation: linked } = useSearch<'/join'>()
  const { admission } = useSettings()
  const minimumAge = useMinimumAge()
  const [isChecking, setChecking] = useState(false)
  // Once a code is known, it can be corrected even where none is needed.
  const asksInvitation =
    admission !== undefined && (rulesByInvitation.includes(admission.join) || entered.value.invitation !== '')
  const steps = joinSteps.filter((each) => each !== 'invitation' || asksInvitation)
  const isNeeded = admission?.join === 'invitation' || admission?.join === 'both'
  const values = { ...entered.value, password }
  const problemsOf = (step: JoinStep) =>
    step === 'invitation' && !isNeeded ? {} : problemsIn(step, entered.value, texts, minimumAge)
  const isFilled = (step: JoinStep) => Object.keys(problemsOf(step)).length === 0
  const first = asksInvitation && !entered.value.isInvited ? 'invitation' : 'name'
  const asked = oneOf(allSteps, requested) ?? first
  const wanted = asked === 'passkey' ? 'password' : steps.includes(asked) ? asked : first
  const step = openStep(steps, wanted, isFilled)
  const at = steps.indexOf(step)
  const passkeysWork = usePasskeysWork()
  const byPasskey = passkeysWork && asked === 'passkey' && step === 'password'

  // Focuses the first error after a failed submit, but not while a field is being corrected.
  useEffect(() => {
    if (shown > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [shown])

  const placeOf = (to: JoinStep | 'passkey' | undefined) =>
    ({ to: paths.join, search: { ...(from ? { from } : {}), ...(to && to !== first ? { step: to } : {}) } }) as const
  const forget = (name: string) => {
    setFailure(undefined)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== name)))
  }
  const show = (found: Problems) => {
    setProblems(found)
    setShown((times) => times + 1)
    const wrong = joinSteps.find((each) => Object.keys(found).some((name) => stepOf(name) === each))
    if (wrong && wrong !== step) void navigate(placeOf(wrong))
  }
  const set = (name: keyof typeof values) => (value: string) => {
    forget(name)
    if (name === 'password') setPassword(value)
    else entered.change({ [name]: value, ...(name === 'invitation' ? { isInvited: '' } : {}) })
  }
  const field = (name: keyof typeof values) => ({ value: values[name], error: problems[name], onChange: set(name) })
  const text = (name: keyof typeof values) => ({
    ...field(name),
    required: true,
    onChange: ({ target }: Target) => set(name)(target.value),
  })
  const terms = {
    checked: acceptTerms,
    error: problems['acceptTerms'],
    onChange: ({ target }: { target: { checked: boolean } }) => {
      forget('acceptTerms')
      setAcceptTerms(target.checked)
    },
  }
  /** Refuses a code at once, and not after four more questions. */
  const check = async (invitation: string, onRight: () => void) => {
    setFailure(undefined)
    setChecking(true)
    try {
      await admissions.checkInvitation({ body: { code: invitation } })
      entered.change({ isInvited: 'yes' })
      onRight()
    } catch (error) {
      entered.change({ isInvited: '' })
      const found = refusedFields(error)
      if (Object.keys(found).length === 0) setFailure(registerErrorText(error))
      show(found)
    } finally {
      setChecking(false)
    }
  }
  const takeLinked = useEffectEvent((invitation: string) => {
    if (admission === undefined) return
    // The link counts as right until the server says otherwise, so that the first question doesn't change.
    entered.change({ invitation, isInvited: 'yes' })
    void check(invitation, () => {})
  })
  useEffect(() => {
    if (linked) queueMicrotask(() => takeLinked(linked))
  }, [linked])
  const send = async () => {
    setFailure(undefined)
    try {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { invitation, isInvited: _, ...answers } = entered.value
      const invited = admission && invitation ? { invitation } : {}
      await join({ ...answers, ...invited, ...(byPasskey ? { passkey: true } : { password }), acceptTerms, timeZone })
      void navigate({ to: paths.verifyEmail, replace: true })
    } catch (error) {
      const found = refusedFields(error)
      if (Object.keys(found).length === 0) setFailure(registerErrorText(error))
      show(found)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || isChecking) return
    const found =
      step === 'password' ? finalProblems(byPasskey ? null : password, acceptTerms, texts) : problemsOf(step)
    if (Object.keys(found).length > 0) show({ ...problems, ...found })
    else if (step === 'password') void send()
    else if (step === 'invitation' && entered.value.invitation.trim() !== '')
      void check(entered.value.invitation, () => void goForward(placeOf('name')))
    else void goForward(placeOf(steps[at + 1]))
  }
  const back = at > 0 ? () => goBack(placeOf(byPasskey ? 'password' : steps[at - 1])) : undefined
  const usePasskey = passkeysWork ? () => void goForward(placeOf('passkey')) : undefined
  const question: JoinStep | 'passkey' = byPasskey ? 'passkey' : step
  const place = { form, question, at: at - (asksInvitation ? 1 : 0), back, from }
  return { ...place, field, text, terms, submit, usePasskey, busy, isChecking, failure, admission }
}

const finalProblems = (password: string | null, acceptTerms: boolean, texts: Texts): Problems => ({
  ...(password !== null && password.length < SHORTEST_PASSWORD
    ? { password: password ? texts.short : texts.empty }
    : {}),
  ...(acceptTerms ? {} : { acceptTerms: texts.terms }),
})
