import {
  ApiError,
  errorsOf,
  LARGEST_PICTURE,
  type Response,
  type Route,
  type Routes,
  type Validated,
} from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '../deps.ts'
import { loadOf } from './admission.ts'
import { checkDeclared } from './answer.ts'
import { callerOf, type Caller } from './caller.ts'
import type { Gates } from './limits.ts'
import { givenIn, type Query } from './query.ts'
import { read, type Read } from './problems.ts'
import { serialiser } from './serialise.ts'
import { readUpload } from './uploads.ts'
import { admit, identify, noteActivity, type Viewer } from './session.ts'

export type Context<R extends Route = Route> = Deps & {
  caller: Caller
  viewer: R['access'] extends 'anyone' ? Viewer | null : Viewer
}

export type Handler<R extends Route> = (context: Context<R>, input: Validated<R>) => Promise<Response<R>>
/** Every call of the contract has exactly one handler, or the build fails. */
export type Handlers<T extends Routes> = { [K in keyof T]: Handler<T[K]> }

export type Mounting = { deps: Deps; gates: Gates; strict: boolean; prefix: string }

/** Mounts every call: who may make it, what it takes, what it answers. */
export function mount<T extends Routes>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T>,
  mounting: Mounting,
): void {
  const methods = new Map<string, string[]>()
  const headless = new Set<string>()
  for (const [name, route] of Object.entries(routes)) {
    mountOne(app, name, route, handlers[name] as unknown as Handler<Route>, mounting)
    const path = mounting.prefix + route.path
    methods.set(path, [...(methods.get(path) ?? []), route.method])
    if (route.starts) headless.add(path)
  }
  refuseOtherMethods(app, methods, headless)
}

function mountOne(app: FastifyInstance, name: string, route: Route, handler: Handler<Route>, mounting: Mounting): void {
  const { gates, strict, prefix } = mounting
  const deps = loadOf(name) === 'essential' ? { ...mounting.deps, ...mounting.deps.reserved } : mounting.deps
  const serialise = serialiser(route, strict)
  const declared = errorsOf(route)
  app.route({
    method: route.method,
    url: prefix + route.path,
    exposeHeadRoute: route.method === 'GET' && route.starts !== true,
    config: { call: name, upload: route.upload === true },
    ...(route.upload ? { bodyLimit: LARGEST_PICTURE + 64 * 1024 } : {}),
    ...(route.most ? { bodyLimit: route.most * 1024 } : {}),
    handler: async (request, reply) => {
      let leave = () => {}
      try {
        const viewer = await identify(deps, request.headers.authorization)
        if (viewer) request.account = viewer.account.id
        const flood = viewer && gates.account(viewer.account.id)
        if (flood) throw flood
        if (viewer) noteActivity(deps, viewer)
        admit(route, viewer, deps)
        const input = parse(route, request)
        if (route.upload) {
          leave = gates.uploads.enter(viewer!.account.id, request)
          input['file'] = await readUpload(request)
        }
        const answer = await handler(
          { ...deps, viewer: viewer as Viewer, caller: callerOf(request) },
          input as Validated<Route>,
        )
        return reply
          .code(route.status ?? 200)
          .type('application/json; charset=utf-8')
          .send(serialise(answer))
      } catch (error) {
        throw checkDeclared(error, declared, name, strict, request.log)
      } finally {
        leave()
      }
    },
  })
}

const nothing = z.strictObject({})

/** Params, query and body by their schemas. An address whose id is none leads nowhere; the rest is told with its path. */
function parse(route: Route, request: FastifyRequest): Record<string, unknown> {
  if (route.params && !route.params.safeParse(request.params).success)
    throw new ApiError('not_found', 'There is nothing here.')
  const refused: Extract<Read, { ok: false }>[] = []
  const input: Record<string, unknown> = { params: request.params }
  for (const part of route.upload ? (['query'] as const) : (['query', 'body'] as const)) {
    const sent = part === 'query' ? givenIn(request.query as Query) : request.body
    const found = read(route[part] ?? nothing, sent === undefined ? {} : sent, part)
    if (found.ok) input[part] = found.data
    else refused.push(found)
  }
  if (refused.length > 0)
    throw new ApiError('invalid_request', refused[0]!.message, { errors: refused.flatMap(({ errors }) => errors) })
  return input
}

/** A known address with another method is not unknown: 405, with what it does take. */
function refuseOtherMethods(
  app: FastifyInstance,
  methods: ReadonlyMap<string, string[]>,
  headless: ReadonlySet<string>,
): void {
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  for (const [url, taken] of methods) {
    app.route({
      // HEAD comes with GET by itself, unless that starts something.
      method: [...all, ...(taken.includes('GET') && !headless.has(url) ? [] : ['HEAD'])].filter(
        (method) => !taken.includes(method),
      ),
      exposeHeadRoute: false,
      url,
      handler: async (_request, reply) => {
        void reply.header('allow', taken.join(', '))
        throw new ApiError('method_not_allowed', `This address takes ${taken.join(', ')}.`)
      },
    })
  }
}
