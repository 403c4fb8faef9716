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

/** What a key may be used for; no key serves two purposes. */
export type Purpose =
  | 'access-token'
  | 'refresh-token'
  | 'second-factor'
  | 'mailed-code'
  | 'mail'
  | 'signed-address'
  | 'unsubscribe'
  | 'lasting-key'

/** The server's own keys, newest first: the first signs, all verify, so that a secret can be changed without signing anybody out. */
export type Keys = { of: (purpose: Purpose) => readonly KeyObject[] }

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

/** A secret of our own making, kept beside the data; read again when a rescue command has changed it. */
export function keysInFile(path: string): Keys {
  if (!existsSync(path)) writeSecrets(path, [newSecret()])
  let seen = 0
  let looked = 0
  let keys = derive([])
  return {
    of: (purpose) => {
      if (Date.now() - looked > 1000) {
        looked = Date.now()
        const changed = statSync(path).mtimeMs
        if (changed !== seen) keys = derive(readSecrets(path))
        seen = changed
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

/** Random, for a mailed link or a handle: 256 bits. Never with six digits in a row: a mail's only such group is its code. */
export function randomToken(): string {
  const token = randomBytes(32).toString('base64url')
  return /\d{6}/.test(token) ? randomToken() : token
}
/** How such a token is kept: it is random already, so a plain hash is enough. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
export const seal = (key: KeyObject, ...parts: (string | Buffer)[]): Buffer =>
  parts
    .reduce<ReturnType<typeof createHmac>>((mac, part) => mac.update(part).update('\0'), createHmac('sha256', key))
    .digest()

/** Names the key that seals now, without telling it. */
export const nameOfKey = (keys: Keys, purpose: Purpose): string =>
  createHash('sha256').update(keys.of(purpose)[0]!.export()).digest('base64url').slice(0, 16)

const algorithm = 'aes-256-gcm'

export function encrypt(keys: Keys, purpose: Purpose, plain: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, keys.of(purpose)[0]!, iv)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function decrypt(keys: Keys, purpose: Purpose, sealed: Buffer): string {
  for (const key of keys.of(purpose)) {
    try {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Sealed under an older secret, perhaps: the next key tells.
    }
  }
  throw new Error(`Nothing that we hold opens this ${purpose}. Was TOKEN_SECRET changed without its predecessor?`)
}

/** The key that signs and seals now. */
export function newestKey(keys: Keys, purpose: Purpose): KeyObject {
  const [newest] = keys.of(purpose)
  if (!newest) throw new Error(`There is no key for the purpose ${purpose}.`)
  return newest
}
