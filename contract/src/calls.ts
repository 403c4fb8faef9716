import type { Request, Response, Route, Routes, Shape, Stream } from './route.ts'

export type Sent = {
  method: Route['method']
  url: string
  body?: unknown
  ifMatch?: number
  reason?: string
  expects?: Shape
}
export type Send = (call: Sent) => Promise<{ status: number; body: unknown; retryAfter?: number }>

/** `ifMatch` is the version that the caller has seen, so that a write can't undo a later one. */
type Seen = { ifMatch?: number; reason?: string }
type Call<R extends Route> =
  {} extends Request<R>
    ? (input?: Request<R> & Seen) => Promise<Response<R>>
    : (input: Request<R> & Seen) => Promise<Response<R>>
/** Files are downloaded by URL, and routes at the root are called by third parties. */
type IsForOthers<R extends Route> = R['returns'] extends Stream ? true : R['atRoot'] extends true ? true : false
export type Client<T extends Routes> = { [K in keyof T as IsForOthers<T[K]> extends true ? never : K]: Call<T[K]> }

export type AnyInput = {
  ifMatch?: number
  reason?: string
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Fills in path parameters, and leaves out empty query parameters. */
export function addressOf(route: Route, input: AnyInput): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const entries = Object.entries(input.query ?? {}).filter(([, value]) => value != null && value !== '')
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
  return query.size ? `${path}?${query}` : path
}

/** `send` rejects when the server responds with an error. */
export function callsOf<T extends Routes>(routes: T, send: Send): Client<T> {
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
      return answer.body
    }
  // TypeScript doesn't infer the names of an object made from entries.
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, call(route)])) as Client<T>
}
