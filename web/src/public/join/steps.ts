import { nameForm } from '@kindred/contract/name-form'
import { isDay } from '../../ui/day-text.ts'

/**
 * One question per step. The invitation is asked for only where it matters. The password comes last, because it is never
 * stored. A passkey can take its place.
 */
export const joinSteps = ['invitation', 'name', 'birthday', 'email', 'password'] as const
export type JoinStep = (typeof joinSteps)[number]
export const allSteps = [...joinSteps, 'passkey'] as const

/** `isInvited` is empty until the server has accepted the code. */
export const nothingEntered = {
  invitation: '',
  isInvited: '',
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
}
export type Entered = typeof nothingEntered

const isTooYoung = (born: string, youngest: number): boolean => {
  const [year = 0, ...rest] = born.split('-')
  return `${Number(year) + youngest}-${rest.join('-')}` > new Date().toISOString().slice(0, 10)
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())

export type Texts = {
  empty: string
  letters: string
  short: string
  born: string
  young: string
  email: string
  terms: string
}

/** The problems of a step that the browser can find. The server reports all others. */
export function problemsIn(step: JoinStep, entered: Entered, texts: Texts, youngest: number): Record<string, string> {
  const { firstName, lastName, email, dateOfBirth } = entered
  if (step === 'invitation') return entered.invitation.trim() ? {} : { invitation: texts.empty }
  if (step === 'name') {
    const names = Object.entries({ firstName, lastName }).map(([field, name]) => [field, name.trim()] as const)
    return Object.fromEntries(
      names.flatMap(([field, name]) =>
        name && nameForm.test(name) ? [] : [[field, name ? texts.letters : texts.empty]],
      ),
    )
  }
  if (step === 'birthday') {
    if (!isDay(dateOfBirth)) return { dateOfBirth: texts.born }
    return isTooYoung(dateOfBirth, youngest) ? { dateOfBirth: texts.young } : {}
  }
  if (step === 'email') {
    if (!email.trim()) return { email: texts.empty }
    return looksLikeEmail(email) ? {} : { email: texts.email }
  }
  return {}
}

const stepOfField: Record<string, JoinStep> = {
  invitation: 'invitation',
  firstName: 'name',
  lastName: 'name',
  dateOfBirth: 'birthday',
  email: 'email',
}
export const stepOf = (field: string): JoinStep => stepOfField[field] ?? 'password'

/** The wanted step, or an earlier one that isn't filled in yet. */
export const openStep = (
  steps: readonly JoinStep[],
  wanted: JoinStep,
  isFilled: (step: JoinStep) => boolean,
): JoinStep => steps.slice(0, steps.indexOf(wanted)).find((step) => !isFilled(step)) ?? wanted
