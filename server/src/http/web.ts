import {
  ApiError,
  iconFile,
  notifications,
  isLookFile,
  LOOK_PATH,
  type PublicLook,
  type PublicSettings,
  message,
} from '@kindred/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { theBuild } from '../infra/build.ts'
import { compressed } from './compression.ts'
import { emptyPage, firstPaintOf, paintIn, renderedPages } from './first-paints.ts'
import { checkoutPolicy } from './headers.ts'
import { languageOfPage, type PageLanguage } from './language.ts'
import type { MethodsAt } from './mount.ts'
import { serveOwnTexts } from './own-texts.ts'
import { filledPage } from './page.ts'
import { manifestOf, PUBLIC_TRANSPARENCY, robotsOf } from './site-files.ts'

/** The public settings, or the last known ones if they can't be read. */
type Settings = () => Promise<PublicSettings>

type Parts = Pick<Deps, 'config' | 'clock'>

type PageAt = (path: string, language: PageLanguage) => Promise<string>

/** The page has the style sheet and the link preview in its head already. */
const forPage = ({ style: _style, preview: _preview, ...look }: PublicLook): PublicLook => look

function page(folder: string, { PUBLIC_URL }: Config, current: Settings): PageAt {
  const [empty, pages] = [emptyPage(folder), renderedPages(folder)]
  return async (path, language) => {
    const now = await current()
    const first = firstPaintOf(path) ?? ''
    const pageIn = (name: string) => pages.get(paintIn(name, language))
    const variant = now.look?.picture ? pageIn(`${first}-picture`) && `${first}-picture` : undefined
    const name = variant ?? first
    const html = (now.demo ? pageIn(`${name}-demo`) : undefined) ?? pageIn(name) ?? empty
    const { brand, supportEmail, look, house } = now
    const settings = JSON.stringify({ ...now, ...(look ? { look: forPage(look) } : {}), build: theBuild.build })
    const ours = { brand, supportEmail, settings, look, minimumAge: house?.minimumAge }
    return filledPage(html, { path, language, publicUrl: PUBLIC_URL, ...ours })
  }
}

/** The response depends on the reader's language, so it names the headers that determine it. */
function languageFor(request: FastifyRequest, reply: FastifyReply, config: Config): PageLanguage {
  void reply.header('vary', [reply.getHeader('vary'), 'accept-language, cookie'].filter(Boolean).join(', '))
  return languageOfPage(request, config)
}

function serveSmallFiles(app: FastifyInstance, { config, clock }: Parts, settings: Settings): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = languageFor(request, reply, config)
    const { brand, look } = await settings()
    return reply.type('application/manifest+json').send(manifestOf(brand, language, look))
  })
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robotsOf(config.PUBLIC_URL)))
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/settings'))
  // In a browser, an email's unsubscribe link opens the settings. Mail programs send a POST, which is an API request.
  app.get(notifications.unsubscribeMail.path, async (_request, reply) =>
    reply.redirect(`${config.PUBLIC_URL}/settings#notifications`),
  )
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const lines = [
      `Contact: mailto:${(await settings()).supportEmail}`,
      `Expires: ${endOfNextYear(clock.now())}`,
      `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
      '',
    ]
    return reply.type('text/plain').send(lines.join('\n'))
  })
}

/** A stored file of the operator's look, or null. */
type LookFile = (name: string) => Promise<Buffer | null>

const MOST_CACHED = 16

const PUSH_ICON = 'icon-192.png'

/** Files are named after their content, so browsers never ask again, and the few that are in use stay in memory. */
function serveLookFiles(app: FastifyInstance, lookFile: LookFile): void {
  const cached = new Map<string, Buffer>()
  app.get<{ Params: { file: string } }>(`${LOOK_PATH}/:file`, async ({ params: { file } }, reply) => {
    const bytes = cached.get(file) ?? (isLookFile(file) ? await lookFile(file) : null)
    if (!bytes) throw new ApiError('not_found', 'Not found.')
    cached.delete(file)
    cached.set(file, bytes)
    for (const oldest of cached.keys()) if (cached.size > MOST_CACHED) cached.delete(oldest)
    const type = file.endsWith('.jpg') ? 'image/jpeg' : `image/${file.slice(file.lastIndexOf('.') + 1)}`
    return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes)
  })
}

/**
 * The many files with hashed names share one route. Those at the root, whose names could be confused with pages, have
 * one each.
 */
async function serveFiles(app: FastifyInstance, folder: string, settings: Settings): Promise<void> {
  const cached = (value: string) => ({
    preCompressed: true,
    index: false as const,
    setHeaders: (reply: FastifyReply) => void reply.header('cache-control', value),
  })
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !isCompressed(path) && !path.endsWith('/'),
    // Immutable files are never revalidated. Omitting these headers makes a first visit 3 kB smaller.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    ...cached('public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    root: folder,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['**/index.html', 'first/**', 'assets/**', PUSH_ICON, '**/*.br', '**/*.gz'],
    ...cached('public, max-age=3600'),
  })
  // The service worker shows this icon with each push, and doesn't know the operator's own.
  app.get(`/${PUSH_ICON}`, async (_request, reply) => {
    const { look } = await settings()
    void reply.header('cache-control', 'public, max-age=3600')
    return look?.icon ? reply.redirect(iconFile(look.icon, 192)) : reply.sendFile(PUSH_ICON, folder)
  })
}

/** Compressed copies are sent instead of their file, never by their own URL. */
const isCompressed = (path: string) => /\.(br|gz)$/.test(path)

/** Files with hashed names are cached forever; pages are never cached. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { config, clock }: Parts,
  { settings, methodsAt, lookFile }: { settings: Settings; methodsAt: MethodsAt; lookFile: LookFile },
): Promise<void> {
  const pageAt = page(folder, config, settings)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    const path = request.url.replace(/[?#].*$/s, '')
    const isMissing = path === PUBLIC_TRANSPARENCY && config.PUBLIC_TRANSPARENCY === 'off'
    if (isMissing) void reply.code(404)
    const html = await pageAt(isMissing ? '' : path, languageFor(request, reply, config))
    return reply.send(await compressed(request, reply, html))
  }
  if (existsSync(folder)) await serveFiles(app, folder, settings)
  serveSmallFiles(app, { config, clock }, settings)
  serveLookFiles(app, lookFile)
  serveOwnTexts(app, settings)
  if (!config.production) app.get('/dev/kit', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|docs|dev|socket|assets|media|webhooks)(\/|$)/.test(path)
    const methods = methodsAt(path)
    if (methods) {
      void reply.header('allow', methods.join(', '))
      throw new ApiError('method_not_allowed', message('This URL accepts {methods}.', { methods: methods.join(', ') }))
    }
    if (!asksForPage) throw new ApiError('not_found', 'Not found.')
    if (config.STRIPE_PUBLISHABLE_KEY && path === CHECKOUT) void reply.header('content-security-policy', checkoutPolicy)
    return sendPage(request, reply)
  })
}

function pathOf(url: string): string {
  const path = url.replace(/\?.*$/s, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const CHECKOUT = '/premium/checkout'

const endOfNextYear = (now: Date) => `${now.getUTCFullYear() + 1}-12-31T00:00:00.000Z`
