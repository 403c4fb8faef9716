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
import { assertAccess, identify, saveLastActive, type Viewer } from './session.ts'

export type Context<R extends Route = Route> = Deps & {
  caller: Caller
  viewer: R['access'] extends 'anyone' ? Viewer | null : Viewer
}

export type Handler<R extends Route> = (context: Context<R>, input: Validated<R>) => Promise<Response<R>>
/** Every call of the contract has exactly one handler, or the build fails. */
export type Handlers<T extends Routes> = { [K in keyof T]: Handler<T[K]> }

export type Mounting = { deps: Deps; gates: Gates; strict: boolean; prefix: string }

/** Mounts every call: who may make it, what it takes, what it answers. Says what an address takes. */
export function mount<T extends Routes>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T>,
  mounting: Mounting,
): TakenAt {
  const methods = new Map<string, string[]>()
  for (const [name, route] of Object.entries(routes)) {
    mountOne(app, name, route, handlers[name] as unknown as Handler<Route>, mounting)
    const path = mounting.prefix + route.path
    methods.set(path, [...(methods.get(path) ?? []), route.method])
  }
  return takenAt(methods)
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
        if (viewer) saveLastActive(deps, viewer)
        assertAccess(route, viewer, deps)
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

/** What an address takes, or nothing where it is unknown: asked for what no call took, so that it is told apart. */
export type TakenAt = (path: string) => readonly string[] | undefined

/** A known address with another method is not unknown: 405, with what it does take. */
function takenAt(methods: ReadonlyMap<string, string[]>): TakenAt {
  const patterns = [...methods].map(([path, taken]) => ({
    form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    taken,
  }))
  return (path) => patterns.find(({ form }) => form.test(path))?.taken
}
