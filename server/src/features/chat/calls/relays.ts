import type { CallServers } from '@kindred/contract'
import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { hours, later } from '../../../infra/clock.ts'

const LASTS = hours(2)

/**
 * The configured relays, with credentials that end by themselves: TURN servers check them with the secret that they
 * share with us. The name says nothing about the member.
 */
export function relaysOf({ config, clock }: Pick<Deps, 'config' | 'clock'>): CallServers {
  const { TURN_URLS, TURN_SECRET } = config
  if (!TURN_URLS || !TURN_SECRET) return { relays: [] }
  const until = Math.floor(later(clock.now(), LASTS).getTime() / 1000)
  const username = `${until}:${randomBytes(8).toString('hex')}`
  // TURN servers know no other hash for these credentials.
  const credential = createHmac('sha1', TURN_SECRET).update(username).digest('base64')
  return { relays: [{ urls: TURN_URLS.split(','), username, credential }] }
}
