import { expect, test } from 'vitest'
import {
  errorText,
  loginErrorText,
  pictureErrorText,
  registerErrorText,
  replyProblem,
  reportErrorText,
  texts,
  verificationErrorText,
} from './error-text.ts'
import { CallFailed } from './failure.ts'
import { isAuthError, subscriptionError } from './subscription-error.ts'

const answer = (status: number, data?: unknown) => new CallFailed('answer', '', { status, data })
const silence = new CallFailed(
  'no-answer',
  'Network error: Unable to connect to server. Please check your internet connection.',
)
const namelessSilence = new CallFailed('no-answer')

test.each<[string, unknown, string]>([
  ['the server’s message', answer(400, { message: 'A', error: 'B', errors: [{ msg: 'C' }] }), 'A'],
  ['a plain-text body', answer(502, 'Bad gateway'), 'Bad gateway'],
  ['the field error', answer(400, { error: 'B', errors: [{ msg: 'C' }] }), 'B'],
  ['the msg of the first error', answer(400, { errors: [{ msg: 'C' }, { msg: 'D' }] }), 'C'],
  ['the message of the first error', answer(400, { errors: [{ message: 'C' }] }), 'C'],
  ['a first error without a message', answer(400, { errors: [{ path: 'email' }] }), 'Validation error'],
  ["the error's own message", new Error('own'), 'own'],
  ['no answer', silence, 'Network error: Unable to connect to server. Please check your internet connection.'],
  ['no answer and no message', namelessSilence, 'Network error. Please check your internet connection.'],
  ['an error without a message', new Error(''), 'An unknown error occurred'],
  ['a value that is not an error', undefined, 'An unknown error occurred'],
  ['an answer without a message', answer(404), 'An unknown error occurred'],
  ['an answer with an empty message', answer(404, { message: ' ' }), 'An unknown error occurred'],
  ['a 500 without a message', answer(500), 'Server error: Please try again later.'],
])('the text shown is %s', (_what, error, text) => {
  expect(errorText(error)).toBe(text)
})

test('each call has its own text for an error without a message', () => {
  expect(loginErrorText(answer(401))).toBe('Login failed')
  expect(loginErrorText(answer(500))).toBe('Server error: Please try again later.')
  expect(loginErrorText(answer(401, { message: 'Not right.' }))).toBe('Not right.')
  expect(pictureErrorText(answer(404))).toBe('Failed to delete profile image')
  expect(registerErrorText(answer(500, { message: 'Server error: Please try again later.' }))).toBe(
    'User already exists',
  )
  expect(registerErrorText(answer(409, { message: 'User already exists' }))).toBe('User already exists')
  expect(registerErrorText(answer(400, { message: 'Too short.' }))).toBe('Too short.')
})

test('verifying an address has its own texts', () => {
  expect(verificationErrorText(answer(400, { message: 'Not good.' }))).toBe('Not good.')
  expect(verificationErrorText(answer(500))).toBe('verification failed')
  expect(verificationErrorText(silence)).toBe('Network error - unable to reach server')
  expect(verificationErrorText(new Error(''))).toBe('An unknown error occurred')
})

test.each([
  ['create', 'Failed to create subscription'],
  ['current', 'Failed to get current subscription'],
  ['update', 'Failed to update subscription'],
  ['cancel', 'Failed to cancel subscription'],
  ['reactivate', 'Failed to reactivate subscription'],
  ['paymentMethods', 'Failed to get payment methods'],
  ['setupIntent', 'Failed to create setup intent'],
  ['invoices', 'Failed to get invoices'],
  ['confirm', 'Failed to confirm subscription'],
  ['get', 'Failed to get subscription'],
  ['list', 'Failed to get subscriptions'],
] as const)('a subscription call that fails without a message (%s) is shown as "%s"', (call, shown) => {
  expect(subscriptionError(answer(503), call)).toMatchObject({
    shown,
    message: 'Server error: 503',
    code: 'SERVER_ERROR',
    status: 503,
  })
})

test('subscription errors are structured', () => {
  expect(subscriptionError(answer(402, { message: 'Declined.', code: 'card_declined' }), 'create')).toEqual({
    message: 'Declined.',
    code: 'card_declined',
    status: 402,
    data: { message: 'Declined.', code: 'card_declined' },
    shown: 'Declined.',
  })
  expect(subscriptionError(silence, 'create')).toMatchObject({
    message: 'No response from server. Please check your internet connection.',
    code: 'NETWORK_ERROR',
    status: null,
  })
  expect(subscriptionError(null, 'create')).toMatchObject({
    message: 'An unexpected error occurred',
    code: 'UNKNOWN_ERROR',
  })
  expect([401, 403, 404].map((status) => isAuthError(subscriptionError(answer(status), 'current')))).toEqual([
    true,
    true,
    false,
  ])
})

test('the alerts of the reports screen match the specification', () => {
  expect(replyProblem('  \n ')).toBe('Please enter a reply message')
  expect(replyProblem('Hello')).toBeUndefined()
  const down = new CallFailed('answer', '', { status: 500, data: { message: 'Server error' } })
  expect(reportErrorText(down, texts.reportStatus)).toBe('Failed to update status. Please try again.')
  expect(reportErrorText(new CallFailed('no-answer'), texts.reportReply)).toBe(
    'Failed to send reply. Please try again.',
  )
  const taken = new CallFailed('answer', '', { status: 409, data: { message: 'Ines has changed this report.' } })
  expect(reportErrorText(taken, texts.reportStatus)).toBe(
    'Failed to update status. Please try again. Ines has changed this report.',
  )
})
