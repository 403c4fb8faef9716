import { ApiError } from '@kindred/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

// What is for the person at this machine alone: the pages under /dev, and the figures where there is no token.

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const localNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** How proxies, load balancers and content networks make themselves known, each in its own way. */
const relaying =
  /^(forwarded|via|cdn-loop|true-client-ip|client-ip|proxy-|x-(forwarded|real-ip|client-ip|cluster-client-ip|original-|proxy|envoy-|amzn-|amz-|arr-|azure-|appengine-|cloud-trace|varnish|cache|host|scheme)|cf-|fly-|fastly-)/

/**
 * Whether a request was made on this machine, and to this machine. A proxy on the same machine is a neighbor, too, so an
 * address of the loopback proves nothing by itself: no header may name a proxy, the Host may be no name that somebody else
 * can make point here, and the site may have no public address. A proxy that adds no header and rewrites the Host, as nginx
 * does unless told otherwise, asks by HTTP/1.0.
 */
export function isThisMachine({ socket, headers, raw }: FastifyRequest, { PUBLIC_URL, TRUSTED_HOPS }: Config): boolean {
  return (
    TRUSTED_HOPS === 0 &&
    raw.httpVersion !== '1.0' &&
    loopback.has(socket.remoteAddress ?? '') &&
    localNames.has((headers.host ?? '').replace(/:\d+$/, '')) &&
    localNames.has(new URL(PUBLIC_URL).hostname) &&
    !Object.keys(headers).some((name) => relaying.test(name))
  )
}

/** Closes every page under /dev to everyone else, by the route: a page that is added needs no guard of its own. */
export function guardDevelopment(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = !request.routeOptions.url?.startsWith('/dev/') || isThisMachine(request, config)
    done(isOpen ? undefined : new ApiError('not_found', 'There is nothing here.'))
  })
}
