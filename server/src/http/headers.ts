import type { FastifyInstance } from 'fastify'

type Rules = Record<string, string>

const rules: Rules = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}
const policyOf = (all: Rules): string =>
  Object.entries(all)
    .map(([what, from]) => `${what} ${from}`)
    .join('; ')

/** What a page of ours may load and run: our own files, and nothing else. */
const page: Rules = { ...rules, 'require-trusted-types-for': "'script'", 'trusted-types': 'kindred' }
export const pagePolicy = policyOf(page)

/** The page for paying, where Stripe is on: its script, its frames and its calls; no other page has them. */
const checkout: Rules = {
  ...rules,
  'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
  'img-src': "'self' data: blob: https://*.stripe.com",
  'connect-src': "'self' https://api.stripe.com",
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
export const checkoutPolicy = policyOf(checkout)

/**
 * The same policies for a web that is hosted apart from the API: they let its calls, sockets and pictures through, too. They
 * are said in the page's head, where `frame-ancestors` doesn't count: against framing the host has to send a header.
 */
export function policiesInHead(api: string): { page: string; checkout: string } {
  const withApi = ({ 'frame-ancestors': _, ...inHead }: Rules) =>
    policyOf({
      ...inHead,
      'img-src': `${inHead['img-src']} ${api}`,
      'connect-src': `${inHead['connect-src']} ${api} ${api.replace(/^http/, 'ws')}`,
    })
  return { page: withApi(page), checkout: withApi(checkout) }
}

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(self), browsing-topics=()',
  'content-security-policy': pagePolicy,
}

/** What every answer has, also one that is given before there is a route for it. */
export const headersOf = ({ PUBLIC_URL }: { PUBLIC_URL: string }): Record<string, string> =>
  PUBLIC_URL.startsWith('https:')
    ? { ...everywhere, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : everywhere

/** A text whose character set a browser would have to guess. */
const isUnsaid = (type: unknown): type is string =>
  typeof type === 'string' && /^text\/|[+/]xml\b|javascript/.test(type) && !type.includes('charset=')

/**
 * Written first, so that a route may still say otherwise. Nothing may be kept unless its route says so: what depends on how an
 * address looks would miss the same address spelled another way.
 */
export function sendHeaders(app: FastifyInstance, config: { PUBLIC_URL: string }): void {
  const always = headersOf(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('cache-control', 'no-store').header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type')
    if (isUnsaid(type)) void reply.header('content-type', `${type}; charset=utf-8`)
    done()
  })
}

/**
 * A web that is hosted elsewhere, under PUBLIC_URL, may make our calls with credentials and show our pictures; no other
 * origin may make calls. An image names no origin when it asks, so the address of a picture, which is made for one viewer,
 * is what protects it there.
 */
export function admitOwnOrigin(app: FastifyInstance, own: string, isPicture: (route: string) => boolean): void {
  const { host } = new URL(own)
  app.addHook('onRequest', (request, reply, done) => {
    const isElsewhere = request.headers.host !== host
    const mayCall = isElsewhere && request.headers.origin === own
    // What a cache keeps for the web must not answer anybody else.
    if (isElsewhere) void reply.header('vary', 'origin')
    if (isElsewhere && isPicture(request.routeOptions.url ?? ''))
      void reply.header('cross-origin-resource-policy', 'cross-origin')
    if (mayCall)
      void reply.headers({
        'access-control-allow-origin': own,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'retry-after, content-disposition, x-request-id',
      })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done()
    if (mayCall)
      void reply.headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, if-match, x-reason',
        'access-control-max-age': '600',
      })
    void reply.code(204).send()
  })
}
