import { isDay } from '../../ui/day-text.ts'

/** One question per step. The password comes last, because it is never stored. A passkey can take its place. */
export const joinSteps = ['name', 'birthday', 'email', 'password'] as const
export type JoinStep = (typeof joinSteps)[number]
export const allSteps = [...joinSteps, 'passkey'] as const

export type Entered = { firstName: string; lastName: string; email: string; dateOfBirth: string }
export const nothingEntered: Entered = { firstName: '', lastName: '', email: '', dateOfBirth: '' }

const YOUNGEST = 18

export const isTooYoung = (born: string): boolean => {
  const [year = 0, ...rest] = born.split('-')
  return `${Number(year) + YOUNGEST}-${rest.join('-')}` > new Date().toISOString().slice(0, 10)
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())

export type Texts = { empty: string; short: string; born: string; young: string; email: string; terms: string }

/** The problems of a step that the browser can find. The server reports all others. */
export function problemsIn(step: JoinStep, entered: Entered, texts: Texts): Record<string, string> {
  const { firstName, lastName, email, dateOfBirth } = entered
  if (step === 'name')
    return {
      ...(firstName.trim() ? {} : { firstName: texts.empty }),
      ...(lastName.trim() ? {} : { lastName: texts.empty }),
    }
  if (step === 'birthday') {
    if (!isDay(dateOfBirth)) return { dateOfBirth: texts.born }
    return isTooYoung(dateOfBirth) ? { dateOfBirth: texts.young } : {}
  }
  if (step === 'email') {
    if (!email.trim()) return { email: texts.empty }
    return looksLikeEmail(email) ? {} : { email: texts.email }
  }
  return {}
}

const stepOfField: Record<string, JoinStep> = {
  firstName: 'name',
  lastName: 'name',
  dateOfBirth: 'birthday',
  email: 'email',
}
export const stepOf = (field: string): JoinStep => stepOfField[field] ?? 'password'

/** The wanted step, or an earlier one that isn't filled in yet. */
export const openStep = (wanted: JoinStep, isFilled: (step: JoinStep) => boolean): JoinStep =>
  joinSteps.slice(0, joinSteps.indexOf(wanted)).find((step) => !isFilled(step)) ?? wanted
