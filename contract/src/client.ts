import { ApiError, errorStatus, isProblem, type ErrorCode } from './errors.ts'
import type { Request, Response, Route, Routes, Shape } from './route.ts'

export type Sent = {
  method: Route['method']
  url: string
  body?: unknown
  ifMatch?: number
  reason?: string
  expects?: Shape
}
export type Send = (call: Sent) => Promise<{ status: number; body: unknown; retryAfter?: number }>

/** The version that one has seen, for a write that must not undo somebody else's; why staff look at what is private. */
type Seen = { ifMatch?: number; reason?: string }
type Call<R extends Route> =
  {} extends Request<R>
    ? (input?: Request<R> & Seen) => Promise<Response<R>>
    : (input: Request<R> & Seen) => Promise<Response<R>>
export type Client<T extends Routes> = { [K in keyof T]: Call<T[K]> }

export type AnyInput = {
  ifMatch?: number
  reason?: string
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call: path parameters filled in, empty query parameters left out. */
export function addressOf(route: Route, input: AnyInput): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value != null && value !== '')
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return query.size ? `${path}?${query}` : path
}

/** What went wrong, from an answer's body: ours if it has our shape, else the nearest that its status allows. */
export function errorFrom(status: number, body: unknown, retryAfter?: number): ApiError {
  const given: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const code = isErrorCode(given.code) ? given.code : nearest(status)
  return new ApiError(code, typeof given.message === 'string' ? given.message : '', {
    ...(Array.isArray(given.errors) ? { errors: given.errors.filter(isProblem) } : {}),
    ...(typeof given.challenge === 'string' ? { challenge: given.challenge } : {}),
    ...(typeof given.requestId === 'string' ? { requestId: given.requestId } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorStatus, code)

const nearest = (status: number): ErrorCode =>
  Object.keys(errorStatus)
    .filter(isErrorCode)
    .find((code) => errorStatus[code] === status) ?? 'internal'

/** One client for the browser, the tests, the journeys and the bench; only `send` differs. */
export function createClient<T extends Routes>(routes: T, send: Send): Client<T> {
  const call =
    (route: Route) =>
    async (input: AnyInput = {}) => {
      const answer = await send({
        method: route.method,
        url: addressOf(route, input),
        body: input.body,
        ...(input.ifMatch === undefined ? {} : { ifMatch: input.ifMatch }),
        ...(input.reason === undefined ? {} : { reason: input.reason }),
        ...(route.expects === undefined ? {} : { expects: route.expects }),
      })
      if (answer.status < 400) return answer.body
      throw errorFrom(answer.status, answer.body, answer.retryAfter)
    }
  // Each name of the routes has its own call; an object made of entries forgets which names those were.
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, call(route)])) as Client<T>
}
