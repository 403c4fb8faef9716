import type { FastifyInstance } from 'fastify'

/** What a page of ours may load and run: our own files, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types kindred',
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(self), browsing-topics=()',
}

export function sendHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(everywhere)) if (!reply.hasHeader(name)) void reply.header(name, value)
    if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', pagePolicy)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
    void reply.header('x-request-id', request.id)
  })
}
