import type { Text } from './message.ts'

/** Clients rely on the codes. Messages are for people. */
export const errorStatus = {
  invalid_request: 400,
  malformed_request: 400,
  weak_password: 400,
  invalid_secret: 400,
  signed_out: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  premium_required: 402,
  forbidden: 403,
  account_restricted: 403,
  verification_required: 403,
  consent_required: 403,
  admission_required: 403,
  age_unproven: 403,
  turned_off: 403,
  profile_incomplete: 403,
  second_factor_setup_required: 403,
  step_up_required: 403,
  sign_in_required: 403,
  reason_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  already_exists: 409,
  your_turn: 409,
  their_turn: 409,
  evidence_unopened: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  key_reused: 422,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** `path` names the field. `msg` is for people. */
export type Problem = { path: string; msg: string }
export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'msg' in value &&
  typeof value.path === 'string' &&
  typeof value.msg === 'string'

export type ErrorDetails = {
  errors?: readonly { path: string; msg: Text }[]
  retryAfter?: number
  challenge?: string
  /** True if the confirmation must not be by password. */
  factor?: boolean
  requestId?: string
}

/** The error that the server throws, and with which a client's failed request rejects. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** The message for people, which the server translates when it responds. */
  readonly said: Text
  constructor(code: ErrorCode, said: Text, details: ErrorDetails = {}) {
    super(typeof said === 'string' ? said : said.text)
    this.said = said
    this.name = 'ApiError'
    this.code = code
    this.status = errorStatus[code]
    this.details = details
  }
}

/** The error of one field of a request. */
export const invalidField = (path: string, msg: Text): ApiError =>
  new ApiError('invalid_request', msg, { errors: [{ path, msg }] })

/** Codes that any route may return. Each route declares its others. */
export const everyCallMayFail = [
  'invalid_request',
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
  'busy',
] as const satisfies readonly ErrorCode[]
