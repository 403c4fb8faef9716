import type { FastifyInstance } from 'fastify'

type Rules = Record<string, string>

const rules: Rules = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
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

/** Our pages may load and run only our own files. */
const page: Rules = { ...rules, 'require-trusted-types-for': "'script'", 'trusted-types': 'kindred' }
export const pagePolicy = policyOf(page)

/** If Stripe is configured, the checkout page may use its script, frames and requests. No other page may. */
const checkout: Rules = {
  ...rules,
  'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
  'img-src': "'self' data: blob: https://*.stripe.com",
  'connect-src': "'self' https://api.stripe.com",
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}
export const checkoutPolicy = policyOf(checkout)

/**
 * The same policies for a web app hosted apart from the API, which also allow the API's requests, sockets and photos.
 * They are in the page's head, where `frame-ancestors` has no effect, so the host has to prevent framing by a header.
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

/** Data and photos load nothing, so they need a shorter policy, which a list of photos would repeat for each. */
const dataPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const isData = /^(application\/json|image\/(avif|jpeg|png|webp))\b/

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(self), browsing-topics=()',
  'content-security-policy': pagePolicy,
}

export const headersOf = ({ PUBLIC_URL }: { PUBLIC_URL: string }): Record<string, string> =>
  PUBLIC_URL.startsWith('https:')
    ? { ...everywhere, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : everywhere

/** True if a browser would have to guess the character set. */
const lacksCharset = (type: unknown): type is string =>
  typeof type === 'string' && /^text\/|[+/]xml\b|javascript/.test(type) && !type.includes('charset=')

/**
 * Sets headers before the route runs, so that the route can override them. Nothing is cached unless its route says so,
 * because a rule by URL would miss other spellings of it.
 */
export function sendHeaders(app: FastifyInstance, config: { PUBLIC_URL: string }): void {
  const always = headersOf(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('cache-control', 'no-store')
    // Files that never change need no request ID.
    if (!request.url.startsWith('/assets/')) void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const type = reply.getHeader('content-type')
    if (lacksCharset(type)) void reply.header('content-type', `${type}; charset=utf-8`)
    if (typeof type === 'string' && isData.test(type)) void reply.header('content-security-policy', dataPolicy)
    done()
  })
}

/**
 * A web app hosted elsewhere, under PUBLIC_URL, may send requests with credentials and show our photos. No other origin
 * may send requests. Image requests name no origin, so photos are protected by URLs that are signed for one viewer.
 */
export function admitOwnOrigin(app: FastifyInstance, own: string, isPicture: (route: string) => boolean): void {
  const { host } = new URL(own)
  app.addHook('onRequest', (request, reply, done) => {
    const isElsewhere = request.headers.host !== host
    const mayCall = isElsewhere && request.headers.origin === own
    // A cached response for the web app's origin must not be used for another origin.
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
