import { ApiError, everyCallMayFail, type ErrorCode, message, type MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../infra/db/unavailable.ts'
import { errorField } from '../infra/error-fields.ts'
import { type Gender, write } from '../infra/language/write.ts'
import { languageOfCall } from './language.ts'

// Failures become responses in one format, without internals.

declare module 'fastify' {
  interface FastifyRequest {
    account?: string
    gender?: Gender
    refused?: ErrorCode
  }
}

const byFastify: Record<string, [ErrorCode, MessageDescriptor]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', message('The request is too large.')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', message('This content type isn’t supported here.')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    message('The body’s length doesn’t match its Content-Length.'),
  ],
  FST_ERR_BAD_URL: ['malformed_request', message('We couldn’t read the URL.')],
  FST_ERR_ASYNC_CONSTRAINT: ['malformed_request', message('We couldn’t read the request.')],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', message('Not found.')],
}

/** Error types of Stripe's library that we can't fix: no connection, too many requests, or a failure at Stripe. */
const gatewayDown = new Set<unknown>(['StripeConnectionError', 'StripeRateLimitError', 'StripeAPIError'])
const isGatewayDown = (error: unknown): boolean => gatewayDown.has(errorField(error, 'type'))

const INTERNAL = message('Server error: Please try again later.')
const RETRY_SOON = 5

/**
 * Unknown errors become `internal`. A connection that breaks while the request is arriving is the caller's. After that,
 * it is one of ours, for example to the database.
 */
function toApiError(error: unknown, arrived: boolean): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code && byFastify[code]
  if (known) return new ApiError(...known)
  if (code === 'ECONNRESET' && !arrived) return new ApiError('malformed_request', 'The request was cut off.')
  if (isUnavailable(error) || isGatewayDown(error))
    return new ApiError('unavailable', 'We’re temporarily unavailable. Please try again in a moment.', {
      retryAfter: RETRY_SOON,
    })
  const isFastify = typeof code === 'string' && code.startsWith('FST_')
  if (isFastify && statusCode && statusCode >= 400 && statusCode < 500)
    return new ApiError('malformed_request', 'We couldn’t read the request.')
  return new ApiError('internal', INTERNAL)
}

export const errorBody = (
  { code, said, details }: ApiError,
  requestId: string,
  language: Language,
  gender?: Gender,
) => ({
  message: write(language, said, gender),
  code,
  ...(details.errors
    ? { errors: details.errors.map(({ path, msg }) => ({ path, msg: write(language, msg, gender) })) }
    : {}),
  ...(details.challenge ? { challenge: details.challenge } : {}),
  ...(details.factor ? { factor: true } : {}),
  requestId,
})

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error, request.raw.complete)
  request.refused = apiError.code
  if (apiError.code === 'internal') request.log.error({ err: error, requestId: request.id }, 'unexpected')
  else if (isGatewayDown(error)) request.log.warn({ err: error, requestId: request.id }, 'the payment gateway failed')
  // Otherwise, the rest of the request would still arrive.
  if (apiError.code === 'request_timeout') void reply.header('connection', 'close')
  const { retryAfter } = apiError.details
  if (retryAfter !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  return reply
    .code(apiError.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(apiError, request.id, languageOfCall(request), request.gender)))
}

const always = new Set<ErrorCode>(everyCallMayFail)

/** An undeclared error code fails tests, but is only logged in production. */
export function checkDeclared(
  error: unknown,
  declared: readonly ErrorCode[],
  name: string,
  strict: boolean,
  log: FastifyRequest['log'],
) {
  if (!(error instanceof ApiError) || declared.includes(error.code) || always.has(error.code)) return error
  if (strict) return new Error(`${name} failed with '${error.code}', which its contract does not name`)
  log.warn({ call: name, code: error.code }, 'an error that the contract does not name')
  return error
}
