import { type Contact, hashedText, bucketOf } from '@kindred/contract'
import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { seal } from '../../../infra/keys.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'

type Compared = Pick<Contact, 'kind' | 'value'>

/** The key with which a member's device hashes contacts. Only they get it. */
export const contactKey = (keys: LastingKeys, accountId: string): Buffer => seal(keys.contacts, accountId)

/** Compares hashes of an account with contacts in the clear. */
export function matcherFor(keys: LastingKeys, accountId: string): (hash: Buffer, contact: Compared) => boolean {
  const key = createSecretKey(contactKey(keys, accountId))
  return (hash, contact) => createHmac('sha256', key).update(hashedText(contact)).digest().equals(hash)
}

export const bucketFor = (contact: Compared): number =>
  bucketOf(createHash('sha256').update(hashedText(contact)).digest())
