import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { first } from './first.ts'

/** No key serves two purposes. */
export type Purpose =
  | 'access-token'
  | 'refresh-token'
  | 'second-factor'
  | 'mailed-code'
  | 'mail'
  | 'signed-address'
  | 'pseudonym'
  | 'unsubscribe'
  | 'plan'
  | 'deck'
  | 'lasting-key'

/** Keys, newest first. The first key signs and all verify, so rotating a secret signs no one out. */
export type Keys = { of: (purpose: Purpose) => readonly KeyObject[] }

/** Every purpose has a key, because there is always at least one secret. */
export const signingKey = (keys: Keys, purpose: Purpose): KeyObject => first(keys.of(purpose))

function derive(secrets: readonly string[]): Keys {
  const made = new Map<Purpose, KeyObject[]>()
  return {
    of: (purpose) => {
      let keys = made.get(purpose)
      if (!keys)
        made.set(
          purpose,
          (keys = secrets.map((secret) =>
            createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'kindred', purpose, 32))),
          )),
        )
      return keys
    },
  }
}

export const keysFrom = (secrets: readonly string[]): Keys => derive(secrets)

/** Reads the generated secret from a file next to the data, and reads it again after an admin command changes it. */
export function keysInFile(path: string): Keys {
  if (!existsSync(path)) writeSecrets(path, [newSecret()])
  let modifiedAt = 0
  let lastChecked = 0
  let keys = derive([])
  return {
    of: (purpose) => {
      if (Date.now() - lastChecked > 1000) {
        lastChecked = Date.now()
        const { mtimeMs } = statSync(path)
        if (mtimeMs !== modifiedAt) keys = derive(readSecrets(path))
        modifiedAt = mtimeMs
      }
      return keys.of(purpose)
    },
  }
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

export function writeSecrets(path: string, secrets: string[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, `${secrets.join('\n')}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}

export const readSecrets = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean)

/**
 * 256 random bits for a link in an email or a handle. A token never has six digits in a row, so that the code is the
 * only such group in an email.
 */
export function randomToken(): string {
  const token = randomBytes(32).toString('base64url')
  return /\d{6}/.test(token) ? randomToken() : token
}
/** A plain hash is enough, because the token is random. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
export const seal = (key: KeyObject | Buffer, ...parts: (string | Buffer)[]): Buffer =>
  parts
    .reduce<ReturnType<typeof createHmac>>((mac, part) => mac.update(part).update('\0'), createHmac('sha256', key))
    .digest()

export const nameOfKey = (keys: Keys, purpose: Purpose): string =>
  createHash('sha256').update(signingKey(keys, purpose).export()).digest('base64url').slice(0, 16)

const algorithm = 'aes-256-gcm'

export function encrypt(keys: Keys, purpose: Purpose, plain: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, signingKey(keys, purpose), iv)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function decrypt(keys: Keys, purpose: Purpose, sealed: Buffer): string {
  for (const key of keys.of(purpose)) {
    try {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // The text may be encrypted with an older secret, so the loop tries the next key.
    }
  }
  throw new Error(`No key of ours opens this ${purpose}. Was TOKEN_SECRET changed without keeping the old one?`)
}

export function tryDecrypt(keys: Keys, purpose: Purpose, sealed: Buffer): string | null {
  try {
    return decrypt(keys, purpose, sealed)
  } catch {
    return null
  }
}

export function newestKey(keys: Keys, purpose: Purpose): KeyObject {
  const [newest] = keys.of(purpose)
  if (!newest) throw new Error(`There is no key for the purpose ${purpose}.`)
  return newest
}
