import { ApiError, type PublicSettings } from '@kindred/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { theBuild } from '../infra/build.ts'
import { checkoutPolicy } from './headers.ts'
import { pageWithHead } from './heads.ts'
import type { TakenAt } from './mount.ts'
import { escaped, manifestOf, robotsOf } from './site-files.ts'

/** What may be known of this installation now; where that cannot be read, what was known last. */
type Settings = () => Promise<PublicSettings>

/** The web's one page, with this installation's name in it. */
function page(folder: string, { PUBLIC_URL }: Config, settings: Settings): (url: string) => Promise<string> {
  const file = join(folder, 'index.html')
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>%TITLE%</title><p>The web has not been built yet: run "npm run build".'
  const pageAt = pageWithHead(html.replaceAll('%PUBLIC_URL%', escaped(PUBLIC_URL)))
  return async (url) => {
    const now = await settings()
    // By a function: what somebody calls their place may hold a dollar sign.
    return pageAt(url)
      .replaceAll('%SETTINGS%', () => escaped(JSON.stringify({ ...now, build: theBuild.build })))
      .replaceAll('%BRAND%', () => escaped(now.brand))
  }
}

/** Serves the built web. Its files have their hash in their name and may be kept for ever; its page may not be kept at all. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  config: Config,
  { settings, takenAt }: { settings: Settings; takenAt: TakenAt },
): Promise<void> {
  const pageAt = page(folder, config, settings)
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      wildcard: false,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${join(folder, 'assets')}`)
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  }
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').send(manifestOf((await settings()).brand)),
  )
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robotsOf(config.PUBLIC_URL)))
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/settings'))
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain')
      .send(
        `Contact: mailto:${(await settings()).supportEmail}\nExpires: ${endOfNextYear()}\nCanonical: ${config.PUBLIC_URL}/.well-known/security.txt\n`,
      ),
  )
  if (!config.production)
    app.get('/dev/kit', async (request, reply) => {
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await pageAt(request.url))
    })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|docs|dev|socket|assets|media|webhooks)(\/|$)/.test(path)
    const taken = takenAt(path)
    if (taken) {
      void reply.header('allow', taken.join(', '))
      throw new ApiError('method_not_allowed', `This address takes ${taken.join(', ')}.`)
    }
    if (!asksForPage) throw new ApiError('not_found', 'There is nothing here.')
    if (config.STRIPE_PUBLISHABLE_KEY && path === CHECKOUT) void reply.header('content-security-policy', checkoutPolicy)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await pageAt(request.url))
  })
}

/** The path that an address means, however it is spelled; what cannot be decoded means itself. */
function pathOf(url: string): string {
  const path = url.split('?')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const CHECKOUT = '/premium/checkout'

const endOfNextYear = () => `${new Date().getUTCFullYear() + 1}-12-31T00:00:00.000Z`
