import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Db } from './db/db.ts'
import { decrypt, encrypt, nameOfKey, type Keys } from './keys.ts'

// Keys of hashes that are compared for years. TOKEN_SECRET is changed now and then, and a hash can't be made anew without what
// was hashed. So these hashes have keys of their own in the database, encrypted with TOKEN_SECRET: changing it touches the
// encryption and leaves the keys as they are.

export type LastingPurpose = 'address-block'

/** The first makes new hashes; all of them are compared. */
export type LastingKeys = { of: (purpose: LastingPurpose) => readonly KeyObject[] }

const PURPOSE: LastingPurpose = 'address-block'

/** TOKEN_SECRET does not open a key in the database. */
export class LostKeyError extends Error {
  constructor() {
    super(
      [
        'TOKEN_SECRET does not open the key of the blocked addresses that the database holds: it was changed without its predecessor.',
        'Start with both, TOKEN_SECRET=new,old, or put the former token.secret back into DATA_DIR.',
        'If the old secret is lost: npm run admin -- renew-address-key. Blocks that hide people already stay; addresses that were',
        'blocked before are no longer recognized when they join.',
      ].join('\n'),
    )
  }
}

/** Opens the keys, makes them where there are none, and encrypts them with the newest secret. */
export async function openLastingKeys(db: Db, keys: Keys): Promise<LastingKeys> {
  let rows = await keptKeys(db)
  if (rows.length === 0) {
    await makeKeys(db, keys)
    rows = await keptKeys(db)
  }
  const opened = rows.map(({ wrapped }) => createSecretKey(Buffer.from(open(keys, wrapped), 'base64')))
  await rewrapLastingKeys(db, keys)
  return { of: () => opened }
}

/** Encrypts with the newest secret what an older one encrypted, before that secret is forgotten. */
export async function rewrapLastingKeys(db: Db, keys: Keys): Promise<void> {
  const wrapped_with = nameOfKey(keys, 'lasting-key')
  const older = (await keptKeys(db)).filter((row) => row.wrapped_with !== wrapped_with)
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

const keptKeys = (db: Db) =>
  db.selectFrom('lasting_keys').selectAll().where('purpose', '=', PURPOSE).orderBy('position').execute()

/** Gives up the keys that nothing opens any more, so that new ones can be made. Whether there were any. */
export async function forgetLostKeys(db: Db, keys: Keys): Promise<boolean> {
  const lost = (await keptKeys(db)).filter(({ wrapped }) => !isOpenedBy(keys, wrapped)).map(({ position }) => position)
  if (lost.length === 0) return false
  await db.deleteFrom('lasting_keys').where('purpose', '=', PURPOSE).where('position', 'in', lost).execute()
  return true
}

function isOpenedBy(keys: Keys, wrapped: Buffer): boolean {
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

/**
 * Of two servers that start at once, the first one's keys count. Where addresses were blocked before these keys existed, their hashes
 * were made with keys derived from TOKEN_SECRET: those keys are kept, so that the hashes stay good.
 */
async function makeKeys(db: Db, keys: Keys): Promise<void> {
  const hashed = await db.selectFrom('address_blocks').select('id').limit(1).executeTakeFirst()
  const made = hashed ? keys.of('signed-address').map((key) => key.export()) : [randomBytes(32)]
  const wrapped_with = nameOfKey(keys, 'lasting-key')
  await db
    .insertInto('lasting_keys')
    .values(
      made.map((key, position) => ({
        purpose: PURPOSE,
        position,
        wrapped: encrypt(keys, 'lasting-key', key.toString('base64')),
        wrapped_with,
      })),
    )
    .onConflict((row) => row.doNothing())
    .execute()
}
