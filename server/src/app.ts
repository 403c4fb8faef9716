import { api, ApiError, LOOK_PATH, type PublicSettings } from '@kindred/contract'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { handlers } from './features.ts'
import { serveSandbox } from './features/billing/index.ts'
import { redeemTicket } from './features/identity/index.ts'
import {
  assertAgeProven,
  assertOn,
  brandOf,
  followTexts,
  lookFileKey,
  publicSettings,
  requiredTermsSoon,
} from './features/operations/index.ts'
import { admitRequests, ANSWER_WITHIN, type Admission } from './http/admission.ts'
import { errorBody, sendError } from './http/answer.ts'
import { serveDevelopment } from './http/dev.ts'
import { admitOwnOrigin, headersOf, sendHeaders } from './http/headers.ts'
import { serveHealth, type Health } from './http/health.ts'
import { parseFields } from './http/form.ts'
import { parseJson } from './http/json.ts'
import { rejectResetConnections } from './http/caller.ts'
import { BODY_WITHIN, limitSlowBodies, openGates } from './http/limits.ts'
import { serveMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { openApiDocument, serveDocs } from './http/openapi.ts'
import { recognizeTokens } from './http/session.ts'
import { guardDevelopment } from './http/this-machine.ts'
import { traceRequests } from './http/traces.ts'
import { takeUploads } from './http/uploads.ts'
import { serveWeb } from './http/web.ts'
import { theBuild, webFolder } from './infra/build.ts'
import { isPictureRoute } from './infra/picture-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer | null
  }
}

export const PREFIX = '/api/v1'
const LARGEST_BODY = 64 * 1024

/** The web app may be on another host and show members' photos and the files of the look. */
const isPicture = (route: string) => isPictureRoute(route) || route.startsWith(`${LOOK_PATH}/`)

/** Tests check responses instead of dropping undeclared fields, and shorten the timeouts. */
export type Strictness = { strict?: boolean; bodyWithin?: number; answerWithin?: number }

export async function buildApp(
  deps: Deps,
  health: Health,
  { strict = false, bodyWithin = BODY_WITHIN, answerWithin = ANSWER_WITHIN }: Strictness = {},
): Promise<{ app: FastifyInstance; admission: Admission }> {
  const { config } = deps
  const app = newServer(deps)
  const gates = openGates(config.RATE_LIMIT === 'on', deps.fanOut, bodyWithin / 3)
  app.addHook('onClose', (_app, done) => (gates.close(), done()))
  if (deps.tracing) traceRequests(app, deps.tracing)
  sendHeaders(app, config)
  guardDevelopment(app, config)
  admitOwnOrigin(app, new URL(config.PUBLIC_URL).origin, isPicture)
  rejectResetConnections(app)
  recognizeTokens(app, deps)
  app.addHook('onRequest', (request, _reply, done) => done(request.claimed ? undefined : gates.address(request)))
  const admission = admitRequests(app, answerWithin)
  limitSlowBodies(app, ({ routeOptions }) => routeOptions.config.upload === true, bodyWithin)
  logRequests(app)
  takeBodies(app)
  await takeUploads(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  serveHealth(app, deps, health)
  serveMetrics(app, deps, { admission, uploads: gates.uploads })
  serveDevelopment(app, config)
  const methodsAt = mount(app, api, handlers, {
    deps,
    gates,
    redeemTicket,
    requiredTerms: requiredTermsSoon,
    followTexts,
    assertOn,
    assertAgeProven,
    strict,
    prefix: PREFIX,
  })
  serveSandbox(app, { ...deps, ...deps.reserved })
  const described = openApiDocument(api, { brand: await brandOf(deps), version: theBuild.version, prefix: PREFIX })
  await serveDocs(app, described)
  await serveWeb(app, webFolder, deps, {
    settings: await cachedSettings(deps),
    methodsAt,
    lookFile: (name) => deps.storage.get(lookFileKey(name)),
  })
  return { app, admission }
}

/** Caches the settings, so that pages work while the database is unavailable. */
async function cachedSettings(deps: Deps): Promise<() => Promise<PublicSettings>> {
  let last = await publicSettings(deps)
  return async () => (last = await publicSettings(deps).catch(() => last))
}

function newServer({ config, log }: Deps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // A logger per request would cost as much as its line in the log, which names the request itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: LARGEST_BODY,
    requestTimeout: 120_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // We trust as many of the nearest proxies as are configured to name the client, and no others.
    trustProxy: (_address: string, hop: number) => hop < config.TRUSTED_HOPS,
    clientErrorHandler: brokenRequests(config),
    // No hook runs for a URL that can't be parsed, so this adds the headers.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headersOf(config))),
  })
}

type Broken = Error & { code?: string }
type Wire = { writable: boolean; write: (text: string) => void; destroy: () => void }

/** Sends our error body and headers even for requests that aren't valid HTTP, and then closes the connection. */
function brokenRequests(config: Config): (error: Broken, socket: Wire) => void {
  const always = { ...headersOf(config), 'cache-control': 'no-store', connection: 'close' }
  const head = Object.entries(always).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error, socket) => {
    const answer =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new ApiError('request_timeout', 'The request took too long to arrive.')
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? new ApiError('headers_too_large', 'The request headers are too large.')
          : new ApiError('malformed_request', 'We couldn’t read the request.')
    const body = JSON.stringify(errorBody(answer, randomUUID(), 'en'))
    if (socket.writable && error.code !== 'ECONNRESET')
      socket.write(
        `HTTP/1.1 ${answer.status} Refused\r\n${head.join('')}Content-Type: application/json; charset=utf-8\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    socket.destroy()
  }
}

/** Accepts only JSON, strictly parsed, unless a route takes something else. */
function takeBodies(app: FastifyInstance): void {
  // An empty body counts as no body, whatever its content type.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) {
      delete headers['content-type']
      delete headers['content-encoding']
    }
    done()
  })
  app.addHook('onRequest', ({ headers, routeOptions }, _reply, done) => {
    const { call, upload, ignoresBody } = routeOptions.config
    if (call === undefined || call === 'logout' || ignoresBody) return done()
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
      return done(new ApiError('unsupported_media_type', 'Compressed request bodies aren’t supported here.'))
    // Any website can send a form without a CORS preflight, so only uploads accept one.
    const isStray = !upload && /^multipart\//i.test(headers['content-type'] ?? '')
    done(isStray ? new ApiError('unsupported_media_type', 'Send the body as JSON.') : undefined)
  })
  app.decorateRequest('rawBody', null)
  app.removeAllContentTypeParsers()
  // Signing out always succeeds, because a body that can't be parsed names no session.
  const unread = ({ routeOptions }: FastifyRequest, error: unknown): undefined => {
    if (routeOptions.config.call === 'logout' || routeOptions.config.ignoresBody) return undefined
    throw error
  }
  const noBody = (request: FastifyRequest, body: Buffer): undefined =>
    body.length > 0 ? unread(request, new ApiError('unsupported_media_type', 'Send the body as JSON.')) : undefined
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // Webhook signatures cover the bytes as they arrived.
    request.rawBody = body
    try {
      return parseJson(body)
    } catch (error) {
      return unread(request, error)
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      request.routeOptions.config.form ? parseFields(body) : noBody(request, body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    noBody(request, body),
  )
}

/** Logs one line per request, without the query, which may contain search terms. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        call,
        account: request.account,
        status: reply.statusCode,
        refused: request.refused,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
