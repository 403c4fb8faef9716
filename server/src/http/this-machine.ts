import { ApiError } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

// Limits access to this machine, for the pages under /dev, and for the metrics if they have no token.

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const localNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Headers that reveal proxies, load balancers and CDNs. */
const relayHeaders = new RegExp(
  [
    'forwarded|via|cdn-loop|true-client-ip|client-ip|proxy-|cf-|fly-|fastly-',
    'x-(forwarded|real-ip|client-ip|cluster-client-ip|original-|proxy|envoy-|amzn-|amz-|arr-|azure-|appengine-)',
    'x-(cloud-trace|varnish|cache|host|scheme)',
  ]
    .map((names) => `^(${names})`)
    .join('|'),
)

/**
 * True if a request was made on this machine, to this machine. A proxy on the same machine also connects from the
 * loopback address, so the address alone proves nothing. No header may name a proxy, the Host must be a local name that
 * no one else can make resolve here, and the site must have no public URL. A proxy that adds no header and rewrites the
 * Host, as nginx does by default, uses HTTP/1.0.
 */
export function isThisMachine({ socket, headers, raw }: FastifyRequest, { PUBLIC_URL, TRUSTED_HOPS }: Config): boolean {
  return (
    TRUSTED_HOPS === 0 &&
    raw.httpVersion !== '1.0' &&
    loopback.has(socket.remoteAddress ?? '') &&
    localNames.has((headers.host ?? '').replace(/:\d+$/, '')) &&
    localNames.has(new URL(PUBLIC_URL).hostname) &&
    !Object.keys(headers).some((name) => relayHeaders.test(name))
  )
}

/** Closes all routes under /dev to other machines, so that new pages there don't need their own guard. */
export function guardDevelopment(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = !request.routeOptions.url?.startsWith('/dev/') || isThisMachine(request, config)
    done(isOpen ? undefined : new ApiError('not_found', 'Not found.'))
  })
}
