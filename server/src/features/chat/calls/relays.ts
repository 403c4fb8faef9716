import { ApiError, type CallServers } from '@kindred/contract'
import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { LONGEST } from './rules.ts'

/**
 * The configured relays for an accepted call, with credentials that end by themselves when the call has to: TURN
 * servers check them with the secret that they share with us. The name says nothing about the member.
 */
export function relaysOf({ config }: Pick<Deps, 'config'>, acceptedAt: Date): CallServers {
  const { TURN_URLS, TURN_SECRET } = config
  if (!TURN_URLS || !TURN_SECRET) return { relays: [] }
  const until = Math.floor(later(acceptedAt, LONGEST).getTime() / 1000)
  const username = `${until}:${randomBytes(8).toString('hex')}`
  // TURN servers know no other hash for these credentials.
  const credential = createHmac('sha1', TURN_SECRET).update(username).digest('base64')
  return { relays: [{ urls: TURN_URLS.split(','), username, credential }] }
}

/**
 * Without relays, two browsers connect directly, which tells each person where on the network the other is. Nobody
 * calls or answers without having been told.
 */
export function assertToldOfAddress({ config }: Pick<Deps, 'config'>, said: { showsAddress?: true | undefined }): void {
  if (said.showsAddress || (config.TURN_URLS && config.TURN_SECRET)) return
  throw new ApiError('forbidden', 'Calls show your network address to the other person. Reload the page to go on.')
}
