import { callsOf, type Client, type Send } from './calls.ts'
import { ApiError, errorStatus, isProblem, type ErrorCode } from './errors.ts'
import type { Routes } from './route.ts'

export { addressOf, type AnyInput, type Client, type Send, type Sent } from './calls.ts'

export function errorFrom(status: number, body: unknown, retryAfter?: number): ApiError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const code = isErrorCode(fields.code) ? fields.code : nearest(status)
  return new ApiError(code, typeof fields.message === 'string' ? fields.message : '', {
    ...(Array.isArray(fields.errors) ? { errors: fields.errors.filter(isProblem) } : {}),
    ...(typeof fields.challenge === 'string' ? { challenge: fields.challenge } : {}),
    ...(fields.factor === true ? { factor: true } : {}),
    ...(typeof fields.requestId === 'string' ? { requestId: fields.requestId } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorStatus, code)

const nearest = (status: number): ErrorCode =>
  Object.keys(errorStatus)
    .filter(isErrorCode)
    .find((code) => errorStatus[code] === status) ?? 'internal'

/** Shared by the tests, end-to-end journeys and benchmark, which differ only in `send`. */
export const createClient = <T extends Routes>(routes: T, send: Send): Client<T> =>
  callsOf(routes, async (call) => {
    const answer = await send(call)
    if (answer.status < 400) return answer
    throw errorFrom(answer.status, answer.body, answer.retryAfter)
  })
