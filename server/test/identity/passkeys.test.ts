import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { authenticator } from '../authenticator.ts'
import { challengeOf, ORIGIN, signInWith, startHere, withPasskey } from '../passkeys.ts'
import { tokenIn } from '../outbox.ts'
import type { Person } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const here = shared(startHere)
/** The same world, except that staff need a second factor. */
const strictHere = shared(() => startHere({ env: { STAFF_2FA: 'required' } }))

const outdate = (world: World, { user }: Person) =>
  world.query(`update sessions set elevated_at = now() - interval '16 minutes' where account_id = '${user._id}'`)

async function withCode(world: World, { client }: Person): Promise<string> {
  const { secret } = (await client.startSecondFactor()).data
  const code = () => oneTimeCode(world, secret)
  await client.confirmSecondFactor({ body: { code: await code() } })
  world.turnClock(31_000)
  return code()
}

test('a member can add, name, sign in with, and remove passkeys', async () => {
  const world = await here()
  const ada = await world.member()
  const { device, passkey } = await withPasskey(ada)
  expect(passkey).toMatchObject({ name: 'Unknown browser', lastUsedAt: null })
  const second = await withPasskey(ada, 'Work laptop')
  const signedIn = await signInWith(world, device)
  expect(signedIn.user._id).toBe(ada.user._id)
  await ada.client.renamePasskey({ params: { id: passkey._id }, body: { name: 'My phone' } })
  const { passkeys } = (await ada.client.listPasskeys()).data
  expect(passkeys).toMatchObject([{ name: 'My phone' }, { name: 'Work laptop', lastUsedAt: null }])
  expect(Date.parse(passkeys[0]!.lastUsedAt!)).toBeGreaterThan(present().getTime() - 60_000)
  await ada.client.removePasskey({ params: { id: passkey._id } })
  expect((await ada.client.listPasskeys()).data.passkeys.map(({ _id }) => _id)).toEqual([second.passkey._id])
})

test('a passkey is named after its authenticator, if known', async () => {
  const world = await here()
  const { client } = await world.member()
  const device = authenticator(ORIGIN)
  const question = (await client.startPasskey()).data
  const aaguid = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
  const { data } = await client.addPasskey({ body: { passkey: device.create(question, { aaguid }) } })
  expect(data.passkey.name).toBe('Apple Passwords')
})

test('a new passkey must be discoverable and verify its user, and is not created twice', async () => {
  const world = await here()
  const ada = await world.member()
  const { device } = await withPasskey(ada)
  const question = (await ada.client.startPasskey()).data
  expect(question).toMatchObject({
    rp: { id: 'localhost' },
    excludeCredentials: [{ id: device.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await expect(ada.client.addPasskey({ body: { passkey: device.create(question) } })).rejects.toMatchObject({
    status: 409,
  })
})

test('adding and removing a passkey needs a recent confirmation, is emailed to the owner without keys, and is logged', async () => {
  const world = await here()
  const ada = await world.member()
  const { device, passkey } = await withPasskey(ada, 'Blue key')
  const params = { id: passkey._id }
  await outdate(world, ada)
  const refused = { status: 403, code: 'step_up_required' }
  await expect(ada.client.startPasskey()).rejects.toMatchObject(refused)
  await expect(ada.client.removePasskey({ params })).rejects.toMatchObject(refused)
  await ada.client.stepUp({ body: { password: ada.password } })
  await ada.client.removePasskey({ params })
  const letters = await until(async () => {
    const mails = await world.mailsTo(ada.email)
    return mails.filter(({ subject }) => subject.includes('passkey')).length === 2 ? mails : undefined
  })
  const emails = letters.filter(({ subject }) => subject.includes('passkey'))
  expect(emails.map(({ subject }) => subject.replace(/ (to|from) .*/, ''))).toEqual([
    'A passkey was added',
    'A passkey was removed',
  ])
  for (const { text, raw } of emails) {
    expect(text).toContain('Blue key')
    expect(raw).not.toContain(device.id)
  }
  const { rows } = await world.query(
    `select action, actor_id, subject_id from audit_log where action like 'passkey.%' and subject_id = '${ada.user._id}' order by id`,
  )
  const [actor_id, subject_id] = [ada.user._id, ada.user._id]
  expect(rows).toEqual([
    { action: 'passkey.added', actor_id, subject_id },
    { action: 'passkey.removed', actor_id, subject_id },
  ])
})

test('a passkey counts as both factors: it needs no code and allows serious actions', async () => {
  const world = await strictHere()
  const ines = await world.administrator()
  await withCode(world, ines)
  const { device } = await withPasskey(ines)
  const client = world.client((await signInWith(world, device)).token)
  await client.listUsers({ query: {} })
  await expect(client.startPasskey()).resolves.toBeTruthy()
})

test('staff with a passkey need nothing else where a second factor is required, and their password alone is not enough', async () => {
  const world = await strictHere()
  const ines = await world.administrator()
  await expect(ines.client.listUsers({ query: {} })).rejects.toMatchObject({ code: 'second_factor_setup_required' })
  const { device, passkey } = await withPasskey(ines)
  await ines.client.listUsers({ query: {} })
  await expect(ines.client.removePasskey({ params: { id: passkey._id } })).rejects.toMatchObject({ status: 409 })
  const challenge = await challengeOf(world, ines)
  const { data } = await world.client().startSecondFactorByPasskey({ body: { challenge } })
  expect(data.code).toBe(false)
  const body = { challenge, passkey: device.get(data.passkey!) }
  const client = world.client((await world.client().secondFactorByPasskey({ body })).data.token)
  await client.listUsers({ query: {} })
  await outdate(world, ines)
  await expect(client.stepUp({ body: { password: ines.password } })).rejects.toMatchObject({ status: 401 })
})

test('after the password, a passkey replaces the code; members without a code need only one of the two', async () => {
  const world = await here()
  const ada = await world.member()
  const { device } = await withPasskey(ada)
  await world.client().login({ body: { email: ada.email, password: ada.password } })
  await withCode(world, ada)
  const challenge = await challengeOf(world, ada)
  const { data } = await world.client().startSecondFactorByPasskey({ body: { challenge } })
  expect(data).toMatchObject({ code: true, passkey: { allowCredentials: [{ id: device.id }] } })
  const body = { challenge, passkey: device.get(data.passkey!) }
  const { token, user } = (await world.client().secondFactorByPasskey({ body })).data
  expect(user._id).toBe(ada.user._id)
  await world.client(token).startPasskey()
  await expect(world.client().secondFactorByPasskey({ body })).rejects.toMatchObject({ status: 401 })
})

test("a passkey can confirm the user's identity", async () => {
  const world = await here()
  const ada = await world.member()
  expect((await ada.client.startStepUpByPasskey()).data.passkey).toBeNull()
  const { device } = await withPasskey(ada)
  await outdate(world, ada)
  await expect(ada.client.startPasskey()).rejects.toMatchObject({ code: 'step_up_required' })
  const question = (await ada.client.startStepUpByPasskey()).data.passkey!
  await ada.client.stepUpByPasskey({ body: { passkey: device.get(question) } })
  await ada.client.startPasskey()
})

test("the last way to sign in can't be removed, be it a passkey or a provider", async () => {
  const world = await here()
  const ada = await world.member()
  const { passkey } = await withPasskey(ada)
  await world.query(`update accounts set password_hash = null where id = '${ada.user._id}'`)
  const params = { id: passkey._id }
  await expect(ada.client.removePasskey({ params })).rejects.toMatchObject({ status: 409 })
  await world.query(`insert into identities values ('google', 'ada-1', '${ada.user._id}', now())`)
  // Either the provider or the passkey can be removed. If both are removed at the same moment, one of them stays.
  const outcomes = await Promise.allSettled([
    ada.client.removePasskey({ params }),
    ada.client.unlinkProvider({ params: { provider: 'google' } }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('restricted and unverified accounts can do as much with a passkey as with a password', async () => {
  const world = await here()
  const ada = await world.member()
  const { device } = await withPasskey(ada)
  for (const state of ['deactivated', 'banned']) {
    await world.setState(ada, state)
    const client = world.client((await signInWith(world, device)).token)
    expect((await client.getProfile()).userData.user.isActive).toBe(false)
    await expect(client.listPasskeys()).rejects.toMatchObject({ code: 'account_restricted' })
  }
  await world.setState(ada, 'active')
  await world.query(`update accounts set email_verified_at = null where id = '${ada.user._id}'`)
  expect(await signInWith(world, device)).toMatchObject({ requiresVerification: true })
  const newcomer = await world.newcomer()
  await expect(newcomer.client.startPasskey()).rejects.toMatchObject({ code: 'verification_required' })
})

test("the data export lists the member's passkeys, and an erased account has none", async () => {
  const world = await startHere()
  const ada = await world.member()
  const { device } = await withPasskey(ada, 'Red key')
  await ada.client.exportOwnData()
  const mail = await until(async () => (await world.mailsTo(ada.email)).find(({ subject }) => subject.includes('data')))
  const answer = await world.request('/api/v1/auth/export/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokenIn(mail) }),
  })
  const text = strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['data.json']!)
  const { passkeys } = JSON.parse(text) as { passkeys: object[] }
  expect(passkeys).toEqual([{ name: 'Red key', created_at: expect.any(String), last_used_at: null }])
  expect(text).not.toContain(device.id)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(31 * 86_400_000)
  await eraseDue(world.deps)
  expect((await world.query('select count(*) from passkeys')).rows).toEqual([{ count: 0 }])
  await expect(signInWith(world, device)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test.each(['http://127.0.0.1:4999', 'http://[::1]:4999', 'http://dating.example'])(
  'browsers refuse passkeys at %s: there are none, and the answer says why',
  async (PUBLIC_URL) => {
    const world = await startWorld({ env: { PUBLIC_URL } })
    expect((await world.client().getStatus()).settings.passkeyHost).toBeNull()
    const why = { status: 409, message: expect.stringContaining('localhost') as string }
    await expect(world.client().startPasskeySignIn()).rejects.toMatchObject(why)
    await expect((await world.member()).client.startPasskey()).rejects.toMatchObject(why)
  },
)

test.each([
  ['https://dating.example', 'dating.example'],
  ['http://localhost:4999', 'localhost'],
])('at %s passkeys belong to %s', async (PUBLIC_URL, host) => {
  const world = await startWorld({ env: { PUBLIC_URL } })
  expect((await world.client().getStatus()).settings.passkeyHost).toBe(host)
  expect((await world.client().startPasskeySignIn()).data.rpId).toBe(host)
})

test('after the site moved to another host, staff sign in by password as before', async () => {
  const world = await startHere()
  const ines = await world.administrator()
  const { device } = await withPasskey(ines)
  await world.query(`update passkeys set host = 'dating.example'`)
  await world.client().login({ body: { email: ines.email, password: ines.password } })
  await expect(signInWith(world, device)).rejects.toMatchObject({ code: 'invalid_credentials' })
})
