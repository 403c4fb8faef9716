import { ApiError, type PublicSettings } from '@kindred/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { admitNeighbour } from './dev.ts'
import { theBuild } from '../infra/build.ts'
import { checkoutPolicy } from './headers.ts'
import { pageWithHead } from './heads.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

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

const manifest = ({ brand }: PublicSettings) => ({
  name: brand,
  short_name: brand,
  start_url: '/discover',
  scope: '/',
  display: 'standalone',
  background_color: '#faf5f2',
  theme_color: '#faf5f2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})

/** Serves the built web. Its files have their hash in their name and may be kept for ever; its page may not be kept at all. */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  config: Config,
  settings: Settings,
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
    reply.type('application/manifest+json').send(JSON.stringify(manifest(await settings()))),
  )
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robots(config)))
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
      admitNeighbour(request)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await pageAt(request.url))
    })
  app.setNotFoundHandler(async (request, reply) => {
    const asksForPage =
      request.method === 'GET' && !/^\/(api|docs|dev|socket|assets|media|webhooks)(\/|$|\?)/.test(request.url)
    if (!asksForPage) throw new ApiError('not_found', 'There is nothing here.')
    if (config.STRIPE_PUBLISHABLE_KEY && request.url.split('?')[0] === CHECKOUT)
      void reply.header('content-security-policy', checkoutPolicy)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await pageAt(request.url))
  })
}

const CHECKOUT = '/premium/checkout'

const endOfNextYear = () => `${new Date().getUTCFullYear() + 1}-12-31T00:00:00.000Z`

/** Search engines may read what is meant for everybody, and nothing about members. */
const robots = (config: Config): string =>
  [
    'User-agent: *',
    ...['/welcome', '/privacy', '/faqs', '/terms', '/rules', '/help', '/safety', '/assets/'].map(
      (path) => `Allow: ${path}`,
    ),
    'Disallow: /',
    '',
    `# ${config.PUBLIC_URL}`,
    '',
  ].join('\n')
