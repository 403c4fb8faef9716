import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import type { Db } from './db/db.ts'
import { decrypt, encrypt, nameOfKey, type Keys } from './keys.ts'

// Keys for hashes that are compared for years. TOKEN_SECRET is rotated, and a hash can't be recomputed without the
// original value. So these keys are in the database, encrypted with TOKEN_SECRET: rotation changes the encryption and
// not the keys.

export type LastingPurpose = 'address-block' | 'payment-card' | 'holdout' | 'banned-address'

/** The first key makes new hashes. Comparisons use all keys. */
export type LastingKeys = { of: (purpose: LastingPurpose) => readonly KeyObject[] }

/** The purpose of the stored keys. Keys for other purposes are derived from them. */
const PURPOSE = 'address-block' satisfies LastingPurpose

export class LostKeyError extends Error {
  constructor() {
    super(
      [
        'TOKEN_SECRET doesn’t open the key of the blocked email addresses in the database:',
        'it was changed without keeping the old secret.',
        'Start with both, TOKEN_SECRET=new,old, or put the previous token.secret back into DATA_DIR.',
        'If the old secret is lost: npm run admin -- renew-address-key. Blocks between existing members stay.',
        'Email addresses that were blocked before are no longer recognized when they join.',
        'Cards that members paid with are recognized again after their next payment.',
        'Email addresses of banned accounts that were erased are no longer recognized.',
      ].join('\n'),
    )
  }
}

/** Creates missing keys, and encrypts all of them with the newest secret. */
export async function openLastingKeys(db: Db, keys: Keys): Promise<LastingKeys> {
  let rows = await storedKeys(db)
  if (rows.length === 0) {
    await makeKeys(db, keys)
    rows = await storedKeys(db)
  }
  const opened = rows.map(({ wrapped }) => createSecretKey(Buffer.from(open(keys, wrapped), 'base64')))
  const derivedFor = (purpose: LastingPurpose) =>
    opened.map((key) => createSecretKey(Buffer.from(hkdfSync('sha256', key, 'kindred', purpose, 32))))
  const made = {
    [PURPOSE]: opened,
    'payment-card': derivedFor('payment-card'),
    holdout: derivedFor('holdout'),
    'banned-address': derivedFor('banned-address'),
  }
  await rewrapLastingKeys(db, keys)
  return { of: (purpose) => made[purpose] }
}

export const assertKeysOpen = async (db: Db, keys: Keys): Promise<void> =>
  (await storedKeys(db)).forEach(({ wrapped }) => open(keys, wrapped))

/** Encrypts keys with the newest secret, so that the older one can be discarded. */
export async function rewrapLastingKeys(db: Db, keys: Keys): Promise<void> {
  const wrapped_with = nameOfKey(keys, 'lasting-key')
  const older = (await storedKeys(db)).filter((row) => row.wrapped_with !== wrapped_with)
  await Promise.all(
    older.map(({ position, wrapped }) =>
      db
        .updateTable('lasting_keys')
        .set({ wrapped: encrypt(keys, 'lasting-key', open(keys, wrapped)), wrapped_with })
        .where('purpose', '=', PURPOSE)
        .where('position', '=', position)
        .where('wrapped', '=', wrapped)
        .execute(),
    ),
  )
}

const storedKeys = (db: Db) =>
  db.selectFrom('lasting_keys').selectAll().where('purpose', '=', PURPOSE).orderBy('position').execute()

/** Deletes the keys that no secret decrypts, so that new ones can be created. Returns true if there were any. */
export async function forgetLostKeys(db: Db, keys: Keys): Promise<boolean> {
  const lost = (await storedKeys(db))
    .filter(({ wrapped }) => !canDecrypt(keys, wrapped))
    .map(({ position }) => position)
  if (lost.length === 0) return false
  await db.deleteFrom('lasting_keys').where('purpose', '=', PURPOSE).where('position', 'in', lost).execute()
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
async function makeKeys(db: Db, keys: Keys): Promise<void> {
  await db
    .insertInto('lasting_keys')
    .values({
      purpose: PURPOSE,
      position: 0,
      wrapped: encrypt(keys, 'lasting-key', randomBytes(32).toString('base64')),
      wrapped_with: nameOfKey(keys, 'lasting-key'),
    })
    .onConflict((row) => row.doNothing())
    .execute()
}
