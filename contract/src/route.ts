import type * as z from 'zod/mini'
import { everyCallMayFail, type ErrorCode } from './errors.ts'
import type { HouseFeature } from './operations/house.ts'
import { staffRights, type StaffRight } from './staff.ts'

/**
 * The required standing of the caller. Each level includes the ones after it:
 * anyone, with or without a token · session: any signed-in user, even restricted or unverified ·
 * account: an account in good standing, verified or not · member: an account with a verified address that has been let
 * in, which every account has unless the operator restricts who may join.
 * Routes of the back office name a right instead, for staff in good standing whose role includes it (staff.ts).
 */
export type Access = 'anyone' | 'session' | 'account' | 'member' | StaffAccess
export type StaffAccess = `staff:${StaffRight}`

export const isForStaff = (access: Access): access is StaffAccess => access.startsWith('staff:')
export const rightFor = (access: Access): StaffRight | undefined =>
  staffRights.find((right) => access === `staff:${right}`)

/** The outline of a response, enough to recognize ours: 0 is any value, 1 a list, and an object its required keys. */
export type Shape = 0 | 1 | { readonly [key: string]: Shape }

/** A response that isn't JSON: bytes of this media type, sent as they come, with these headers. */
export type Stream = { readonly stream: string; readonly headers: Readonly<Record<string, string>> }
export type Streamed = Uint8Array | AsyncIterable<string>
export const isStream = (answer: object): answer is Stream => 'stream' in answer

/** A route. The server mounts it, clients call it, tests check it, and the OpenAPI document describes it. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** True for a path without the prefix, because mail programs or the payment gateway use it as a URL of the site. */
  atRoot?: true
  access: Access
  /**
   * Callers who don't have to accept the terms first: everyone who is signed in, staff (who work here without having to
   * be members), or callers whose body accepts the terms. Routes for anyone and the back office don't need this.
   */
  beforeTerms?: 'everyone' | 'staff' | 'accepting'
  /** True if terms that have changed have to be accepted first. Everything else works without. */
  newTerms?: true
  /** True if the route says something to another member, for which some have to prove their age first. */
  contact?: true
  /** The feature that this route starts something with. The operator can turn it off; the rest of it still ends. */
  feature?: HouseFeature
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The maximum size of the body in kB, if it exceeds the default. */
  most?: number
  /** Accepts one file, as multipart/form-data in the field `file`, after the fields of a `body`. */
  upload?: true
  /** Accepts the fields of the `body` as a form, too, which is how other software posts them. */
  form?: true
  /** The header that signs the body's bytes. Only the handler can parse them. */
  signedBy?: string
  /** True if the route accepts and ignores any body up to the size limit. */
  ignoresBody?: true
  /**
   * A ticket of this kind (`ticket` in the query) replaces the session, because a link can't carry its token. A ticket
   * is issued after a step-up and works only once, so HEAD doesn't run the handler.
   */
  ticket?: 'export-users' | 'export-audit' | 'export-transparency'
  returns: z.ZodMiniType | Stream
  status?: 200 | 201
  /** True for a GET with a side effect. HEAD, which must have none, is refused. */
  starts?: true
  /**
   * Requires a sign-in or confirmation within the last 15 minutes. With `factor`, for changes to credentials, the
   * password isn't enough if the account has something else: a code, a passkey, Google or Facebook.
   */
  stepUp?: true | 'factor'
  /** Requires a reason for viewing private data, given in the X-Reason header and valid for half an hour. */
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

/** The caller's input, before defaults and coercion. It can be omitted if all of it is optional. */
export type Request<R extends Route> = Parts<R, 'input'>
export type Validated<R extends Route> = Parts<R, 'output'> &
  (R['upload'] extends true ? { file: Upload } : unknown) &
  (R['signedBy'] extends string ? { signed: Signed } : unknown)
export type Upload = { bytes: Uint8Array; name: string }
/** The unparsed body, because the signature covers every byte. */
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

/** Members' routes are for people who have been let in, except for those that secure the account. */
export const needsAdmission = ({ access, beforeTerms }: Pick<Route, 'access' | 'beforeTerms'>): boolean =>
  access === 'member' && beforeTerms !== 'everyone'

export const errorsOf = (route: Route): readonly ErrorCode[] => [
  ...everyCallMayFail,
  ...byAccess[isForStaff(route.access) ? 'staff' : route.access],
  ...(needsTerms(route) ? (['consent_required'] as const) : []),
  ...(needsAdmission(route) ? (['admission_required'] as const) : []),
  ...(route.contact ? (['age_unproven'] as const) : []),
  ...(route.feature ? (['turned_off'] as const) : []),
  ...(route.params ? (['not_found'] as const) : []),
  ...(route.stepUp ? (['step_up_required'] as const) : []),
  ...(route.forReason ? (['reason_required'] as const) : []),
  ...(route.errors ?? []),
]
