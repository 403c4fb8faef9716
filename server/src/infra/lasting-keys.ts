import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import type { Db } from './db/db.ts'
import { decrypt, encrypt, nameOfKey, type Keys } from './keys.ts'

// Keys for hashes that are compared for years. TOKEN_SECRET is rotated, and a hash can't be recomputed without the
// original value. So the key that they are derived from is in the database, encrypted with TOKEN_SECRET: rotation changes
// the encryption and not the key.

type LastingPurpose = 'contacts' | 'payment-card' | 'holdout' | 'banned-address'

export type LastingKeys = Readonly<Record<LastingPurpose, KeyObject>>

export class LostKeyError extends Error {
  constructor() {
    super(
      [
        'TOKEN_SECRET doesn’t open the key of the blocked contacts in the database:',
        'it was changed without keeping the old secret.',
        'Start with both, TOKEN_SECRET=new,old, or put the previous token.secret back into DATA_DIR.',
        'If the old secret is lost: npm run admin -- renew-address-key. Blocks between existing members stay.',
        'Contacts that were blocked before are no longer recognized when they join.',
        'Cards that members paid with are recognized again after their next payment.',
        'Email addresses of banned accounts that were erased are no longer recognized.',
      ].join('\n'),
    )
  }
}

/** Creates a missing key, and encrypts it with the newest secret. */
export async function openLastingKeys(db: Db, keys: Keys): Promise<LastingKeys> {
  await makeKey(db, keys)
  const { wrapped } = await storedKey(db).executeTakeFirstOrThrow()
  const key = Buffer.from(open(keys, wrapped), 'base64')
  const derivedFor = (purpose: LastingPurpose) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, 'kindred', purpose, 32)))
  await rewrapLastingKey(db, keys)
  return {
    contacts: derivedFor('contacts'),
    'payment-card': derivedFor('payment-card'),
    holdout: derivedFor('holdout'),
    'banned-address': derivedFor('banned-address'),
  }
}

export async function assertKeyOpens(db: Db, keys: Keys): Promise<void> {
  const stored = await storedKey(db).executeTakeFirst()
  if (stored) open(keys, stored.wrapped)
}

/** Encrypts the key with the newest secret, so that the older one can be discarded. */
export async function rewrapLastingKey(db: Db, keys: Keys): Promise<void> {
  const wrapped_with = nameOfKey(keys, 'lasting-key')
  const older = await storedKey(db).where('wrapped_with', '<>', wrapped_with).executeTakeFirst()
  if (!older) return
  await db
    .updateTable('lasting_keys')
    .set({ wrapped: encrypt(keys, 'lasting-key', open(keys, older.wrapped)), wrapped_with })
    .where('wrapped', '=', older.wrapped)
    .execute()
}

const storedKey = (db: Db) => db.selectFrom('lasting_keys').select('wrapped')

/** Deletes a key that no secret decrypts, so that a new one can be created. Returns true if there was one. */
export async function forgetLostKey(db: Db, keys: Keys): Promise<boolean> {
  const stored = await storedKey(db).executeTakeFirst()
  if (!stored || canDecrypt(keys, stored.wrapped)) return false
  await db.deleteFrom('lasting_keys').where('wrapped', '=', stored.wrapped).execute()
  return true
}

function canDecrypt(keys: Keys, wrapped: Buffer): boolean {
  try {
    open(keys, wrapped)
    return true
  } catch {
    return false
  }
}

function open(keys: Keys, wrapped: Buffer): string {
  try {
    return decrypt(keys, 'lasting-key', wrapped)
  } catch {
    throw new LostKeyError()
  }
}

/** If two servers start together, the first one's key is used. */
async function makeKey(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('lasting_keys')
    .values({
      wrapped: encrypt(keys, 'lasting-key', randomBytes(32).toString('base64')),
      wrapped_with: nameOfKey(keys, 'lasting-key'),
    })
    .onConflict((row) => row.doNothing())
    .execute()
}
