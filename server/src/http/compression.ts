import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Shorter responses fit into a few packets uncompressed. */
const LONG = 8 * 1024

export const isLong = (payload: unknown): payload is string => typeof payload === 'string' && payload.length >= LONG

/**
 * Compresses a long list if the client supports it. The length reveals nothing to others: browsers don't send the
 * request's token automatically, so another site can't request the list with injected words.
 */
export async function compressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer> {
  void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return payload
  void reply.header('content-encoding', 'gzip')
  return compress(payload, { level: constants.Z_BEST_SPEED })
}
