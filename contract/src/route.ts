import type * as z from 'zod/mini'
import { everyCallMayFail, type ErrorCode } from './errors.ts'
import { staffRights, type StaffRight } from './staff.ts'

/**
 * The required standing of the caller. Each step includes the ones after it:
 * anyone, with or without a token · session: any signed-in user, restricted and unverified accounts too ·
 * account: an account in good standing, verified or not · member: the same, with a verified address.
 * Routes of the back office name a right instead: staff in good standing whose role has it (staff.ts).
 */
export type Access = 'anyone' | 'session' | 'account' | 'member' | StaffAccess
export type StaffAccess = `staff:${StaffRight}`

export const isForStaff = (access: Access): access is StaffAccess => access.startsWith('staff:')
export const rightFor = (access: Access): StaffRight | undefined =>
  staffRights.find((right) => access === `staff:${right}`)

/** The outline of an answer, enough to recognize ours: 0 is any value, 1 a list, an object its required keys. */
export type Shape = 0 | 1 | { readonly [key: string]: Shape }

/** An answer that isn't JSON: bytes of this media type, sent as they come, with these headers. */
export type Stream = { readonly stream: string; readonly headers: Readonly<Record<string, string>> }
export type Streamed = Uint8Array | AsyncIterable<string>
export const isStream = (answer: object): answer is Stream => 'stream' in answer

/** The server mounts it, clients call it, tests check it, and the OpenAPI document is generated from it. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Its path has no prefix, because mail programs or the payment gateway know it as an address of the site. */
  atRoot?: true
  access: Access
  /**
   * The callers who don't have to accept the terms first: everyone who is signed in, staff (they work here, and needn't
   * be members), or those whose body accepts the terms. Routes for anyone and of the back office need no mark.
   */
  beforeTerms?: 'everyone' | 'staff' | 'accepting'
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The maximum size of its body in kB, if it exceeds the default. */
  most?: number
  /** Takes one file, as multipart/form-data in the field `file`. Fields of a `body` come before it. */
  upload?: true
  /** Takes bytes signed by this header. Only the handler can parse them. */
  signedBy?: string
  /** Accepts and ignores a body of any kind, up to the limit. */
  ignoresBody?: true
  /**
   * A ticket of this kind (`ticket` in the query) replaces the session, because a link can't carry its token. A ticket
   * is issued after a step-up and works once, so HEAD is answered without running the handler.
   */
  ticket?: 'export-users' | 'export-audit' | 'export-transparency'
  returns: z.ZodMiniType | Stream
  status?: 200 | 201
  /** A GET with a side effect. HEAD, which must have none, is refused. */
  starts?: true
  /**
   * Requires a sign-in or confirmation within the last 15 minutes. For a change of credentials (`factor`), by something
   * other than the password if the account has it: a code, a passkey, Google or Facebook.
   */
  stepUp?: true | 'factor'
  /** Shows private data only for a reason, given in the X-Reason header and valid for half an hour. */
  forReason?: true
  errors?: readonly ErrorCode[]
  /** Replaces `returns` in the browser, which gets no schemas (web/plugins.ts). */
  expects?: Shape
}

export type Routes = Record<string, Route>

type Sent<S extends z.ZodMiniType, K extends string> =
  {} extends z.input<S> ? { [P in K]?: z.input<S> } : { [P in K]: z.input<S> }

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  IO extends 'input' | 'output',
> = R[K] extends z.ZodMiniType ? (IO extends 'input' ? Sent<R[K], K> : { [P in K]: z.output<R[K]> }) : unknown
type Parts<R extends Route, IO extends 'input' | 'output'> = Part<R, 'params', IO> &
  Part<R, 'query', IO> &
  Part<R, 'body', IO>

/** The caller's input, before defaults and coercion. If all of it is optional, it can be omitted. */
export type Request<R extends Route> = Parts<R, 'input'>
export type Validated<R extends Route> = Parts<R, 'output'> &
  (R['upload'] extends true ? { file: Upload } : unknown) &
  (R['signedBy'] extends string ? { signed: Signed } : unknown)
export type Upload = { bytes: Uint8Array; name: string }
/** The unparsed body, because its signature covers each byte. */
export type Signed = { bytes: Uint8Array; signature: string }
type Answer<A> = A extends Stream ? Streamed : A extends z.ZodMiniType ? z.output<A> : never
export type Response<R extends Route> = Answer<R['returns']>

export const pathOf = ({ path, atRoot }: Pick<Route, 'path' | 'atRoot'>, prefix: string): string =>
  atRoot ? path : prefix + path

export const defineRoutes = <const T extends Routes>(routes: T): T => routes

const byAccess: Record<Exclude<Access, StaffAccess> | 'staff', readonly ErrorCode[]> = {
  anyone: [],
  session: ['signed_out'],
  account: ['signed_out', 'account_restricted'],
  member: ['signed_out', 'account_restricted', 'verification_required'],
  staff: ['signed_out', 'account_restricted', 'forbidden', 'second_factor_setup_required', 'step_up_required'],
}

export const needsTerms = ({ access, beforeTerms }: Pick<Route, 'access' | 'beforeTerms'>): boolean =>
  access !== 'anyone' && !isForStaff(access) && beforeTerms !== 'everyone'

export const errorsOf = (route: Route): readonly ErrorCode[] => [
  ...everyCallMayFail,
  ...byAccess[isForStaff(route.access) ? 'staff' : route.access],
  ...(needsTerms(route) ? (['consent_required'] as const) : []),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.stepUp ? (['step_up_required'] as const) : []),
  ...(route.forReason ? (['reason_required'] as const) : []),
  ...(route.errors ?? []),
]
