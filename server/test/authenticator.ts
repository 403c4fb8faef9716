import type { NewPasskeyQuestion, PasskeyProof, PasskeyQuestion, PasskeyRegistration } from '@kindred/contract'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A virtual authenticator and its browser, with P-256 keys and no attestation. Each option makes one value wrong.

export type Wrongs = {
  origin?: string
  host?: string
  type?: string
  challenge?: string
  /** The device was not unlocked. */
  unlocked?: false
  /** The signature counter that the device reports. */
  uses?: number
  /** The claimed user handle. */
  handle?: string
  /** The claimed credential id. */
  id?: string
  aaguid?: string
  /** An attestation as CBOR, instead of none. */
  statement?: Buffer
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

const [PRESENT, UNLOCKED, HAS_KEY] = [0x01, 0x04, 0x40]

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
export function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
export const cborMap = (entries: [string, Buffer][]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flatMap(([key, value]) => [cborText(key), value])])
const NONE: [string, Buffer][] = [
  ['fmt', cborText('none')],
  ['attStmt', cborMap([])],
]

/** ES256: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const credentialId = randomBytes(32)
  const own = encoded(credentialId)
  let handle = ''
  let uses = 0

  const client = (type: string, challenge: string, wrongs: Wrongs) =>
    Buffer.from(
      JSON.stringify({
        type: wrongs.type ?? type,
        challenge: wrongs.challenge ?? challenge,
        origin: wrongs.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = (host: string, flags: number, { unlocked, uses: count }: Wrongs) =>
    Buffer.concat([
      sha256(host),
      Buffer.from([PRESENT | (unlocked === false ? 0 : UNLOCKED) | flags]),
      uint32(count ?? uses),
    ])

  /** Creates a passkey, like navigator.credentials.create(). */
  const create = ({ rp, user, challenge }: NewPasskeyQuestion, wrongs: Wrongs = {}): PasskeyRegistration => {
    handle = user.id
    const data = Buffer.concat([
      head(wrongs.host ?? rp.id, HAS_KEY, wrongs),
      Buffer.from((wrongs.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex'),
      Buffer.from([0, credentialId.length]),
      credentialId,
      coseKey(x, y),
    ])
    const statement: [string, Buffer][] = wrongs.statement
      ? [
          ['fmt', cborText('packed')],
          ['attStmt', wrongs.statement],
        ]
      : NONE
    return {
      id: own,
      rawId: own,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(client('webauthn.create', challenge, wrongs)),
        attestationObject: encoded(cborMap([...statement, ['authData', cborBytes(data)]])),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge, like navigator.credentials.get(). */
  const get = ({ rpId, challenge }: PasskeyQuestion, wrongs: Wrongs = {}): PasskeyProof => {
    uses++
    const data = head(wrongs.host ?? rpId, 0, wrongs)
    const clientData = client('webauthn.get', challenge, wrongs)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
    return {
      id: wrongs.id ?? own,
      rawId: wrongs.id ?? own,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: wrongs.handle ?? handle,
      },
    }
  }
  return { create, get, id: own, handle: () => handle }
}
