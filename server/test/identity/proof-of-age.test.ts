import { X509Certificate } from 'node:crypto'
import { DataItem, DeviceAuthentication, DeviceNamespaces } from '@owf/mdoc'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { isPlainCbor } from '../../src/infra/age/plain-cbor.ts'
import { walletLink } from '../../src/infra/age/wallet-request.ts'
import { AGE, forge, type Forged, openIssuer, present, requestIn, respond, tokenOf, transcriptOf } from '../wallet.ts'
import { now, request, issuer, trusted, check } from '../proof-of-age-steps.ts'

const hours = (count: number) => new Date(+now + count * 3_600_000)

const forged = async (change: (parts: Forged) => void, proof = issuer.issue()) =>
  tokenOf(forge(await respond(await proof, request), change))

const hostile: Record<string, string> = {
  'a list of four billion': '9affffffff',
  'lists within lists': '81'.repeat(20_000),
  'an endless list': `9f${'01'.repeat(100)}ff`,
  'a reference that is read twice at each of forty levels': `${'d81ca100'.repeat(40)}d81d00`,
  'a record that becomes a function': 'd9dfff8319e000816161',
  'a packed table': 'd8338481f6808000',
  'a bundle of strings': 'd9dff98220',
  'a key that comes twice': 'a2016161016162',
  'something hostile in embedded CBOR': 'd8184281ff',
  'something hostile in protected headers': '844281ffa0f640',
  'something hostile in a payload': '8440a04281ff40',
  'a fraction': 'f93c00',
  'a tag we don’t know': 'c101',
}

test('a proof of age by a trusted issuer is accepted, whether its authority or its signer is listed', async () => {
  const token = await present(await issuer.issue(), request)
  expect(await check(token)).toBeNull()
  expect(await check(token, request, [new X509Certificate(issuer.certificate)])).toBeNull()
})

test('the link asks for “18 or older” alone, by value, with an answer posted to us', () => {
  const link = walletLink(request, 'the-state')
  const { query, ...rest } = requestIn(link)
  expect(rest).toEqual({ ...request, state: 'the-state' })
  expect(query).toEqual({
    credentials: [
      {
        id: 'proof_of_age',
        format: 'mso_mdoc',
        meta: { doctype_value: AGE },
        claims: [{ path: [AGE, 'age_over_18'], intent_to_retain: false }],
      },
    ],
  })
  expect(link).toMatch(/^av:\/\/\?response_type=vp_token&response_mode=direct_post&client_id=redirect_uri%3Ahttps/)
})

test('someone under 18, or who shows another claim, is refused', async () => {
  expect(await check(await present(await issuer.issue({ claims: { age_over_18: false } }), request))).toBe('under_age')
  const adult = await issuer.issue()
  const shown = await respond(adult, request)
  for (const value of [1, 'true', null]) {
    const { issuerSigned } = await issuer.issue({ claims: { age_over_18: value }, holder: adult.holder })
    const instead = forge(shown, ({ document }) => document.set('issuerSigned', issuerSigned.encodedStructure))
    expect(await check(tokenOf(instead))).toBe('under_age')
  }
  const younger = await issuer.issue({ claims: { age_over_16: true } })
  expect(await check(await present(younger, request, { claims: ['age_over_16'] }))).toBe('under_age')
})

test('a proof counts within its validity only', async () => {
  expect(await check(await present(await issuer.issue({ until: hours(-1), from: hours(-2) }), request))).toBe('expired')
  expect(await check(await present(await issuer.issue({ from: hours(1) }), request))).toBe('not_yet_valid')
  const token = await present(await issuer.issue(), request)
  expect(await check(token, request, trusted, hours(25))).toBe('expired')
})

test('a presentation counts for the request it was made for, and no other', async () => {
  const proof = await issuer.issue()
  const token = await present(proof, request)
  expect(await check(token, { ...request, nonce: 'another-nonce' })).toBe('not_for_this_request')
  expect(await check(token, { ...request, responseUri: 'https://other.example/answer' })).toBe('not_for_this_request')
  const elsewhere = await present(proof, request, { clientId: 'redirect_uri:https://other.example/answer' })
  expect(await check(elsewhere)).toBe('not_for_this_request')
})

test('a replay that brings along what it was signed over is refused', async () => {
  const old = { ...request, nonce: 'an-old-nonce' }
  const signedOver = DeviceAuthentication.create({
    sessionTranscript: await transcriptOf(old),
    docType: AGE,
    deviceNamespaces: DeviceNamespaces.create({ deviceNamespaces: new Map() }),
  }).encode({ asDataItem: true })
  const replayed = forge(await respond(await issuer.issue(), old), ({ signature }) => (signature[2] = signedOver))
  expect(isPlainCbor(replayed)).toBe(true)
  expect(await check(tokenOf(replayed))).toBe('not_for_this_request')
})

test('a copied proof can’t be presented by another device', async () => {
  const [proof, other] = [await issuer.issue(), await issuer.issue()]
  expect(await check(await present(proof, request, { by: other.holder }))).toBe('not_for_this_request')
  expect(await check(await present(proof, request, { alg: 'ES384' }))).toBe('not_for_this_request')
  const unsigned = await forged(({ signature }) => (signature[3] = new Uint8Array(64)))
  expect(await check(unsigned)).toBe('not_for_this_request')
})

test('an issuer counts only if it is trusted, today, and for this purpose', async () => {
  const stranger = await openIssuer(now)
  expect(await check(await present(await stranger.issue(), request))).toBe('untrusted_issuer')
  expect(await check(await present(await issuer.issue(), request), request, [])).toBe('untrusted_issuer')
  const past = { from: hours(-48), until: hours(-1) }
  for (const ended of [{ root: past }, { signer: past }]) {
    const former = await openIssuer(now, ended)
    const token = await present(await former.issue(), request)
    expect(await check(token, request, [new X509Certificate(former.authority)])).toBe('untrusted_issuer')
  }
  const retired = await openIssuer(now, { signer: { until: hours(1) } })
  const token = await present(await retired.issue(), request)
  const authority = [new X509Certificate(retired.authority)]
  expect(await check(token, request, authority)).toBeNull()
  expect(await check(token, request, authority, hours(2))).toBe('untrusted_issuer')
  const website = await openIssuer(now, { purposes: ['1.3.6.1.5.5.7.3.1'] })
  const websiteToken = await present(await website.issue(), request)
  expect(await check(websiteToken, request, [new X509Certificate(website.authority)])).toBe('untrusted_issuer')
  // A trusted issuer's signature under a stranger's statement.
  const [ours, theirs] = [await issuer.issue(), await stranger.issue()]
  const mixed = forge(await respond(theirs, request), ({ issuerSigned }) => {
    const auth = issuerSigned.get('issuerAuth') as unknown[]
    auth[1] = ours.issuerSigned.issuerAuth.unprotectedHeaders.headers
  })
  expect(await check(tokenOf(mixed))).toBe('untrusted_issuer')
})

test('a changed claim is refused', async () => {
  const raised = await forged(
    ({ items }) => {
      const item = new Map((items[0] as DataItem<Map<string, unknown>>).data)
      items[0] = DataItem.fromData(item.set('elementValue', true))
    },
    issuer.issue({ claims: { age_over_18: false } }),
  )
  expect(await check(raised)).toBe('tampered')
})

test('another document, several, or none are refused', async () => {
  const licence = await issuer.issue({ document: 'org.iso.18013.5.1.mDL' })
  const shown = await respond(licence, request, { document: 'org.iso.18013.5.1.mDL' })
  expect(await check(tokenOf(shown))).toBe('malformed')
  expect(await check(tokenOf(forge(shown, ({ document }) => document.set('docType', AGE))))).toBe('malformed')
  const both = await issuer.issue({ holder: licence.holder })
  const swapped = forge(shown, ({ document }) => document.set('issuerSigned', both.issuerSigned.encodedStructure))
  expect(await check(tokenOf(swapped))).toBe('malformed')
  const copies = (count: number) =>
    forged(({ response, document }) => response.set('documents', Array(count).fill(document)))
  expect(await check(await copies(1))).toBeNull()
  expect(await check(await copies(2))).toBe('malformed')
  expect(await check(await copies(0))).toBe('malformed')
  expect(await check(await forged(({ items }) => items.push(items[0])))).toBe('malformed')
  expect(await check(await forged(({ response }) => response.set('status', 10)))).toBe('malformed')
})

test('anything that is no presentation is refused', async () => {
  const token = await present(await issuer.issue(), request)
  const [value] = (JSON.parse(token) as { proof_of_age: [string] }).proof_of_age
  const others = [
    `${token}${' '.repeat(40_000)}`,
    await forged(({ response }) => response.set('more', 2n ** 70n)),
    '',
    'null',
    '[]',
    '{}',
    '{"proof_of_age":[]}',
    '{"proof_of_age":{"0":"oA"}}',
    JSON.stringify({ proof_of_age: value }),
    JSON.stringify({ proof_of_age: [value, value] }),
    JSON.stringify({ proof_of_age: [`${value}AA`] }),
    JSON.stringify({ proof_of_age: [value.slice(0, -8)] }),
    JSON.stringify({ proof_of_age: ['A'.repeat(40_000)] }),
    tokenOf(Buffer.from('f6', 'hex')),
    tokenOf(Buffer.from('a0', 'hex')),
  ]
  for (const each of others) expect(await check(each)).toBe('malformed')
})

test.each(Object.entries(hostile))('%s never reaches the library', (_name, hex) => {
  expect(isPlainCbor(Buffer.from(hex, 'hex'))).toBe(false)
})

test('the largest input takes a few milliseconds', async () => {
  const bytes = [
    Buffer.concat([Buffer.from('995dc0', 'hex'), Buffer.alloc(24_000, 0xf6)]),
    Buffer.concat([Buffer.from('b92ee0', 'hex'), Buffer.alloc(24_000, 0)]),
    Buffer.alloc(24_000, 0x81),
    Buffer.alloc(24_000, 0xd8),
  ]
  const started = performance.now()
  for (const each of bytes) expect(await check(tokenOf(each))).toBe('malformed')
  expect(performance.now() - started).toBeLessThan(500)
})

test('the library leaves the messages of our schemas alone', () => {
  expect(z.string().safeParse(1).error?.issues[0]?.message).toBe('Invalid input: expected string, received number')
})
