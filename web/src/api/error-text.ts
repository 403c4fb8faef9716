import { CallFailed, field, isObject } from './failure.ts'
import { inLanguage } from './in-language.ts'

// Error texts. The specification defines their wording and order.

export const texts = inLanguage({
  network: /*i18n*/ { id: 'eagWCc', message: 'Network error. Please check your internet connection.' },
  networkOnTheWay: /*i18n*/ {
    id: 'rWJ8pJ',
    message: 'Network error: Unable to connect to server. Please check your internet connection.',
  },
  networkOfVerification: /*i18n*/ { id: 'IYk9eD', message: 'Network error - unable to reach server' },
  unknown: /*i18n*/ { id: 'vW-T-d', message: 'An unknown error occurred' },
  server: /*i18n*/ { id: 'rMfOfW', message: 'Server error: Please try again later.' },
  validation: /*i18n*/ { id: '_tamy5', message: 'Validation error' },
  userExists: /*i18n*/ { id: 'GkcfmO', message: 'User already exists' },
  login: /*i18n*/ { id: '4GKuCs', message: 'Login failed' },
  verification: /*i18n*/ { id: 'g2JBwO', message: 'verification failed' },
  pictureDeletion: /*i18n*/ { id: 'xHz974', message: 'Failed to delete profile image' },
  reportStatus: /*i18n*/ { id: 'fQ5j6N', message: 'Failed to update status. Please try again.' },
  reportReply: /*i18n*/ { id: '9X4O7I', message: 'Failed to send reply. Please try again.' },
  replyMissing: /*i18n*/ { id: '7FI6ud', message: 'Please enter a reply message' },
})

function firstProblem(data: unknown): string | undefined {
  const errors = isObject(data) ? data['errors'] : undefined
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const [first]: unknown[] = errors
  return field(first, 'msg') ?? field(first, 'message') ?? texts.validation
}

const messageOf = (data: unknown): string | undefined =>
  field(data, 'message') ??
  (typeof data === 'string' && data.trim() !== '' ? data : undefined) ??
  field(data, 'error') ??
  firstProblem(data)

const ownMessage = (error: unknown): string | undefined =>
  error instanceof Error && error.message.trim() !== '' ? error.message : undefined

const isNoAnswer = (error: unknown): boolean => error instanceof CallFailed && error.kind === 'no-answer'

/** The text of an error, except for those with a function below. The fallback is for responses without a message. */
export function errorText(error: unknown, fallback?: string): string {
  if (error instanceof CallFailed && error.kind === 'answer')
    return messageOf(error.data) ?? (error.status === 500 ? texts.server : (fallback ?? texts.unknown))
  return ownMessage(error) ?? (isNoAnswer(error) ? texts.network : texts.unknown)
}

/** On sign-up, an internal error nearly always means that the address is taken, so that text is shown. */
export const registerErrorText = (error: unknown): string =>
  error instanceof CallFailed && error.status === 500 ? texts.userExists : errorText(error)

export const loginErrorText = (error: unknown): string => errorText(error, texts.login)

export const pictureErrorText = (error: unknown): string => errorText(error, texts.pictureDeletion)

export function verificationErrorText(error: unknown): string {
  if (isNoAnswer(error)) return texts.networkOfVerification
  if (error instanceof CallFailed && error.kind === 'answer') return messageOf(error.data) ?? texts.verification
  return errorText(error)
}

export const replyProblem = (message: string): string | undefined =>
  message.trim() === '' ? texts.replyMissing : undefined

/** The specification's text, followed by the name of the colleague who was faster. */
export function reportErrorText(error: unknown, alert: string): string {
  const who = error instanceof CallFailed && error.status === 409 ? messageOf(error.data) : undefined
  return who ? `${alert} ${who}` : alert
}
