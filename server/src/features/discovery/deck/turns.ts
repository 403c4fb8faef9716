import { hash } from 'node:crypto'
import { seal, signingKey, type Keys } from '../../../infra/keys.ts'
import { turnOf } from './rules.ts'

export const secretSeed = (keys: Keys, ...parts: string[]): string =>
  seal(signingKey(keys, 'deck'), ...parts).toString('base64url')

/**
 * The turn of each of the viewer's candidates. It depends on a secret: people who already like the viewer get their
 * slots on any turn, so a client that knew the turns could guess who they are.
 */
export function turnsFor(keys: Keys, viewer: string): (candidate: string) => number {
  const secret = secretSeed(keys, 'turns')
  return (candidate) => turnOf(viewer, candidate, (pair) => hash('sha256', secret + pair, 'buffer').readUInt8() / 256)
}
