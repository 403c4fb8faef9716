import { CallFailed, field, isObject } from './failure.ts'

// What a failure is called. The texts and their order are the specification's, to the letter.

export const texts = {
  network: 'Network error. Please check your internet connection.',
  networkOnTheWay: 'Network error: Unable to connect to server. Please check your internet connection.',
  networkOfVerification: 'Network error - unable to reach server',
  unknown: 'An unknown error occurred',
  server: 'Server error: Please try again later.',
  validation: 'Validation error',
  userExists: 'User already exists',
  login: 'Login failed',
  verification: 'verification failed',
  pictureDeletion: 'Failed to delete profile image',
  reportStatus: 'Failed to update status. Please try again.',
  reportReply: 'Failed to send reply. Please try again.',
  replyMissing: 'Please enter a reply message',
} as const

/** The first of the list of errors, in words. */
function firstProblem(data: unknown): string | undefined {
  const errors = isObject(data) ? data['errors'] : undefined
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const [first]: unknown[] = errors
  return field(first, 'msg') ?? field(first, 'message') ?? texts.validation
}

/** What the server said, wherever in its answer it said so. */
const messageOf = (data: unknown): string | undefined =>
  field(data, 'message') ??
  (typeof data === 'string' && data.trim() !== '' ? data : undefined) ??
  field(data, 'error') ??
  firstProblem(data)

const ownMessage = (error: unknown): string | undefined =>
  error instanceof Error && error.message.trim() !== '' ? error.message : undefined

const isNoAnswer = (error: unknown): boolean => error instanceof CallFailed && error.kind === 'no-answer'

/** Accounts, reports, and all calls of ours. The fallback is for an answer that says nothing. */
export function errorText(error: unknown, fallback?: string): string {
  if (error instanceof CallFailed && error.kind === 'answer')
    return messageOf(error.data) ?? (error.status === 500 ? texts.server : (fallback ?? texts.unknown))
  return ownMessage(error) ?? (isNoAnswer(error) ? texts.network : texts.unknown)
}

/** On joining, an inner failure is nearly always a taken address, and is shown as one. */
export const registerErrorText = (error: unknown): string =>
  error instanceof CallFailed && error.status === 500 ? texts.userExists : errorText(error)

export const loginErrorText = (error: unknown): string => errorText(error, texts.login)

export const pictureErrorText = (error: unknown): string => errorText(error, texts.pictureDeletion)

/** Proving an address, and asking for the code again. */
export function verificationErrorText(error: unknown): string {
  if (isNoAnswer(error)) return texts.networkOfVerification
  if (error instanceof CallFailed && error.kind === 'answer') return messageOf(error.data) ?? texts.verification
  return errorText(error)
}

/** What stops an administrator from sending a reply, or nothing. */
export const replyProblem = (message: string): string | undefined =>
  message.trim() === '' ? texts.replyMissing : undefined

/** The specification's alert first; where someone else was faster, it then says who. */
export function reportErrorText(error: unknown, alert: string): string {
  const who = error instanceof CallFailed && error.status === 409 ? messageOf(error.data) : undefined
  return who ? `${alert} ${who}` : alert
}
