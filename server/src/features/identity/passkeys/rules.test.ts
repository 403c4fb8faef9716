import { expect, test } from 'vitest'
import { hasNoAttestation, providerOfPasskey } from './rules.ts'

/** {fmt, attStmt, authData} in CBOR; `authData` doesn't matter here. */
const attestation = (format: string, statement: Buffer) =>
  Buffer.concat([
    Buffer.from('a363666d74', 'hex'),
    Buffer.from([0x60 + format.length]),
    Buffer.from(format),
    Buffer.from('6761747453746d74', 'hex'),
    statement,
    Buffer.from('68617574684461746140', 'hex'),
  ]).toString('base64url')

const nothing = Buffer.from('a0', 'hex')
/** {sig: h''} and {x5c: []}. */
const [signed, certified] = [Buffer.from('a16373696740', 'hex'), Buffer.from('a16378356380', 'hex')]

test('no attestation is fine, and so is one signed by the passkey itself', async () => {
  expect(await hasNoAttestation(attestation('none', nothing))).toBe(true)
  expect(await hasNoAttestation(attestation('packed', signed))).toBe(true)
})

test.each([
  ['packed', certified],
  ['apple', certified],
  ['tpm', signed],
  ['android-key', certified],
  ['fido-u2f', signed],
])('an attestation of type %s is refused', async (format, statement) => {
  expect(await hasNoAttestation(attestation(format, statement))).toBe(false)
})

test('an authenticator is recognized by its id, however it is written', () => {
  expect(providerOfPasskey('D548826E-79B4-DB40-A3D8-11116F7E8349')).toBe('Bitwarden')
  expect(providerOfPasskey('00000000-0000-0000-0000-000000000000')).toBeUndefined()
})
