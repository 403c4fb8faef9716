import {
  ApiError,
  errorsOf,
  type HouseFeature,
  LARGEST_PICTURE,
  pathOf,
  type Response,
  type Route,
  type Routes,
  type Signed,
  type Validated,
} from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '../deps.ts'
import { retryOnDisconnect } from '../infra/db/db.ts'
import { loadOf } from './admission.ts'
import { checkDeclared } from './answer.ts'
import { type Caller, callerOf } from './caller.ts'
import { compressed, isLong } from './compression.ts'
import type { Gates } from './limits.ts'
import { type Parsed, parsePart } from './problems.ts'
import { encodingOf } from './serialise.ts'
import { readUpload, type Reservation } from './uploads.ts'
import { assertFactor } from './factor.ts'
import { assertAccess, consentRequired, hasAgreedTo, identify, saveLastActive, type Viewer } from './session.ts'

type Query = Record<string, string | string[]>

/** Forms send empty fields as `status=`, which count as missing. */
const withoutEmpty = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => [value].flat().some((each) => each !== '')))

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
    upload?: boolean
    form?: boolean
    ignoresBody?: boolean
  }
}

export type Context<R extends Route = Route> = Deps & {
  caller: Caller
  viewer: R['access'] extends 'anyone' ? Viewer | null : Viewer
}

type Handler<R extends Route> = (context: Context<R>, input: Validated<R>) => Promise<Response<R>>
/** Compiles only if every route of the contract has exactly one handler. */
export type Handlers<T extends Routes> = { [K in keyof T]: Handler<T[K]> }

export type Mounting = {
  deps: Deps
  gates: Gates
  redeemTicket: RedeemTicket
  requiredTerms: (deps: Deps) => Promise<string>
  /** Applies the operator's texts and languages to this process. */
  followTexts: (deps: Deps) => Promise<unknown>
  assertOn: (deps: Deps, feature: HouseFeature) => Promise<void>
  assertAgeProven: (deps: Deps, account: Viewer['account']) => Promise<void>
  strict: boolean
  prefix: string
}
type RedeemTicket = (deps: Deps, kind: NonNullable<Route['ticket']>, ticket: string) => Promise<Viewer | null>

export function mount<T extends Routes>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T>,
  mounting: Mounting,
): MethodsAt {
  const methods = new Map<string, string[]>()
  for (const [name, route] of Object.entries(routes)) {
    // `Handlers` has a handler of this route's type under its name, but the loop's types lose which one.
    mountOne(app, name, route, handlers[name] as unknown as Handler<Route>, mounting)
    // At the root, a page may have the same address for other methods.
    if (route.atRoot) continue
    const path = mounting.prefix + route.path
    methods.set(path, [...(methods.get(path) ?? []), route.method])
  }
  return methodsAt(methods)
}

function mountOne(app: FastifyInstance, name: string, route: Route, handler: Handler<Route>, mounting: Mounting): void {
  const { gates, strict, prefix } = mounting
  const deps = loadOf(name) === 'essential' ? { ...mounting.deps, ...mounting.deps.reserved } : mounting.deps
  const { headers, encode } = encodingOf(route, strict)
  const declared = errorsOf(route)
  app.route({
    method: route.method,
    url: pathOf(route, prefix),
    exposeHeadRoute: route.method === 'GET' && route.starts !== true,
    config: {
      call: name,
      upload: route.upload === true,
      form: route.form === true,
      ignoresBody: route.ignoresBody === true,
    },
    ...(route.upload ? { bodyLimit: LARGEST_PICTURE + 64 * 1024 } : {}),
    ...(route.most ? { bodyLimit: route.most * 1024 } : {}),
    handler: async (request, reply) => {
      let reservation: Reservation | undefined
      try {
        // No response waits for the newest texts, or fails without them.
        void mounting.followTexts(deps).catch(() => {})
        const ticket = route.ticket && ticketIn(request)
        const isHead = route.ticket !== undefined && request.method === 'HEAD'
        // A ticket works only once, so a request that is refused anyway must not use it up.
        const early = ticket ? parse(route, request) : undefined
        const viewer = isHead && ticket ? null : await admit(request, route, ticket, { ...mounting, deps })
        const input = early ?? parse(route, request)
        if (isHead) return reply.headers(headers).send()
        if (route.upload && viewer) {
          reservation = gates.uploads.enter(viewer.account.id, request)
          Object.assign(input, await parseForm(route, request, reservation))
        }
        const handle = () =>
          handler(
            // `assertAccess` has refused requests without a viewer that need one.
            { ...deps, viewer: viewer as Viewer, caller: callerOf(request) },
            // `parse` has checked the input by the route's schemas.
            input as Validated<Route>,
          )
        const answer = await (route.method === 'GET' && !route.starts ? retryOnDisconnect(handle) : handle())
        void reply.code(route.status ?? 200).headers(headers)
        const payload = encode(answer)
        return reply.send(isLong(payload) ? await compressed(request, reply, payload) : payload)
      } catch (error) {
        throw checkDeclared(error, declared, name, strict, request.log)
      } finally {
        reservation?.leave()
      }
    },
  })
}

function ticketIn({ query }: FastifyRequest): string | undefined {
  const { ticket } = query as Query
  return typeof ticket === 'string' && ticket !== '' ? ticket : undefined
}

async function admit(
  request: FastifyRequest,
  route: Route,
  ticket: string | undefined,
  { deps, gates, redeemTicket, requiredTerms, assertOn, assertAgeProven }: Mounting,
): Promise<Viewer | null> {
  const viewer =
    route.ticket && ticket !== undefined
      ? await redeemTicket(deps, route.ticket, ticket)
      : await retryOnDisconnect(() => identify(deps, request.headers.authorization))
  if (!viewer && ticket !== undefined) throw new ApiError('signed_out', 'This link has expired.')
  if (viewer) Object.assign(request, { account: viewer.account.id, gender: viewer.account.gender })
  // A valid token of an ended session counts like a request without one.
  const flood = viewer ? gates.account(viewer.account.id) : request.claimed && gates.address(request)
  if (flood) throw flood
  if (viewer) saveLastActive(deps, viewer.account)
  assertAccess(ticket === undefined ? route : { access: route.access }, viewer, deps, request.body)
  if (route.feature) await assertOn(deps, route.feature)
  if (route.contact && viewer) await assertAgeProven(deps, viewer.account)
  if (route.newTerms && viewer && !hasAgreedTo(await requiredTerms(deps), viewer.termsVersion))
    throw consentRequired('acceptNewTerms')
  if (route.stepUp === 'factor' && viewer) await assertFactor(deps, viewer)
  return viewer
}

const nothing = z.strictObject({})
const takesJson = ({ upload, signedBy, ignoresBody }: Route) => !upload && !signedBy && !ignoresBody

/** A malformed ID in the path is 'not_found'. Other errors name their field. */
function parse(route: Route, request: FastifyRequest): Record<string, unknown> {
  if (route.params && !route.params.safeParse(request.params).success) throw new ApiError('not_found', 'Not found.')
  const refused: Extract<Parsed, { ok: false }>[] = []
  const input: Record<string, unknown> = { params: request.params }
  for (const part of takesJson(route) ? (['query', 'body'] as const) : (['query'] as const)) {
    // Fastify parses every query into strings and lists of strings.
    const value = part === 'query' ? withoutEmpty(request.query as Query) : request.body
    const parsed = parsePart(route[part] ?? nothing, value === undefined ? {} : value, part)
    if (parsed.ok) input[part] = parsed.data
    else refused.push(parsed)
  }
  const [first] = refused
  if (first) throw new ApiError('invalid_request', first.message, { errors: refused.flatMap(({ errors }) => errors) })
  if (route.signedBy) input['signed'] = readSigned(request, route.signedBy)
  return input
}

/** Ignores form fields other than the file, unless the route accepts them. */
async function parseForm(
  { body }: Route,
  request: FastifyRequest,
  reservation: Reservation,
): Promise<Record<string, unknown>> {
  const { file, fields } = await readUpload(request, reservation)
  if (!body) return { file }
  const parsed = parsePart(body, fields, 'body')
  if (!parsed.ok) throw new ApiError('invalid_request', parsed.message, { errors: parsed.errors })
  return { file, body: parsed.data }
}

function readSigned({ headers, rawBody }: FastifyRequest, header: string): Signed {
  const signature = headers[header]
  if (typeof signature !== 'string' || !rawBody) throw new ApiError('invalid_request', 'The signature is invalid.')
  return { bytes: rawBody, signature }
}

export type MethodsAt = (path: string) => readonly string[] | undefined

function methodsAt(byPath: ReadonlyMap<string, string[]>): MethodsAt {
  const patterns = [...byPath].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    methods,
  }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.methods
}
