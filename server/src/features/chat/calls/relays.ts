import { ApiError, type CallServers } from '@kindred/contract'
import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { LONGEST } from './rules.ts'

/**
 * The credentials of the relays expire when the call has to end: TURN servers check them with a shared secret. The user
 * name reveals nothing about the member.
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
 * Without relays, two browsers connect directly, which shows each person the other's network address. No one calls or
 * answers without having confirmed that they know.
 */
export function assertToldOfAddress({ config }: Pick<Deps, 'config'>, said: { showsAddress?: true | undefined }): void {
  if (said.showsAddress || (config.TURN_URLS && config.TURN_SECRET)) return
  throw new ApiError('forbidden', 'Calls show your network address to the other person. Reload the page to go on.')
}
