import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { networkOf } from '../../src/http/caller.ts'
import { startProviders } from '../fake-providers.ts'
import { codeIn, tokenIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { shared, startWorld, until } from '../world.ts'

const anyWorld = shared(startWorld)

// Attempts to take over an account or lock out its owner. Each of them once succeeded.

test('someone who registered an address before its owner keeps no identity, second factor or pending change', async () => {
  const outside = await startProviders()
  const world = await startWorld({ env: outside.env })
  const mallory = await world.newcomer({ email: 'mira@gmail.com' })
  outside.graph.set('EAABmallory0000', {
    debug: { is_valid: true, app_id: '1234567890', user_id: '666', expires_at: 0 },
    me: { id: '666' },
  })
  await expect(mallory.client.linkFacebook({ body: { accessToken: 'EAABmallory0000' } })).rejects.toMatchObject({
    code: 'verification_required',
  })
  await expect(mallory.client.startSecondFactor()).rejects.toMatchObject({ code: 'verification_required' })
  await mallory.client.changeEmail({ body: { email: 'evil@people.example', password: mallory.password } })
  const evil = tokenIn((await world.mailsTo('evil@people.example'))[0]!)
  await world.deps.db
    .insertInto('identities')
    .values({ provider: 'facebook', subject: '666', account_id: mallory.user._id, created_at: present() })
    .execute()

  const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
  const tokenId = await outside.googleToken(new URL(address).searchParams.get('nonce')!)
  expect((await world.client().google({ body: { tokenId } })).data.user._id).toBe(mallory.user._id)
  await expect(world.client().confirmEmail({ body: { token: evil } })).rejects.toMatchObject({ code: 'invalid_secret' })
  await expect(world.client().facebook({ body: { accessToken: 'EAABmallory0000' } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(mallory.client.getProfile()).rejects.toMatchObject({ status: 401 })
})

test('a new password cancels an address change in progress', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  await client.changeEmail({ body: { email: `evil.${email}`, password } })
  const evil = tokenIn((await world.mailsTo(`evil.${email}`))[0]!)
  await world.client().forgotPassword({ body: { email } })
  await world
    .client()
    .resetPassword({ body: { token: tokenIn((await world.mailsTo(email, 2))[1]!), password: 'cedar window thirteen' } })
  await expect(world.client().confirmEmail({ body: { token: evil } })).rejects.toMatchObject({ code: 'invalid_secret' })
})

test('two address changes in a row do not cut off the first owner', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  for (const next of [`b.${email}`, `c.${email}`]) {
    await client.changeEmail({ body: { email: next, password } })
    await client.confirmEmail({ body: { token: tokenIn((await world.mailsTo(next))[0]!) } })
  }
  const undo = tokenIn((await world.mailsTo(email, 2))[1]!)
  await world.client().undoEmail({ body: { token: undo } })
  await expect(world.client().login({ body: { email, password } })).rejects.toMatchObject({ status: 401 })
  const reset = await until(async () =>
    (await world.mailsTo(email)).find(({ text }) => text.includes('/reset-password')),
  )
  await world.client().resetPassword({ body: { token: tokenIn(reset), password: 'cedar window thirteen' } })
  await expect(world.client().login({ body: { email, password: 'cedar window thirteen' } })).resolves.toBeTruthy()
})

test('an address that matches only in lower case is a different one', async () => {
  const world = await anyWorld()
  await world.newcomer({ email: 'user@gİthub.example' })
  await expect(world.newcomer({ email: 'user@github.example' })).resolves.toBeTruthy()
  await expect(world.newcomer({ email: 'usİr@github.example' })).rejects.toMatchObject({ status: 400 })
})

test("a sign-in with the old password can't race past a new one", async () => {
  const world = await anyWorld()
  for (let round = 0; round < 6; round++) {
    const { email, password, client } = await world.member()
    const next = `cedar window ${round} thirteen`
    const logins = Promise.allSettled(
      Array.from({ length: 8 }, () => world.client().login({ body: { email, password } })),
    )
    await client.changePassword({ body: { currentPassword: password, password: next } })
    const tokens = (await logins).flatMap((login) => (login.status === 'fulfilled' ? [login.value.data.token] : []))
    for (const token of tokens) await expect(world.client(token).getProfile()).rejects.toMatchObject({ status: 401 })
    await expect(world.client().login({ body: { email, password: next } })).resolves.toBeTruthy()
  }
})

test("a stranger can't lock anyone out, or use up the emails they may get", async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })
  const { email, password } = await world.member()
  const from = (address: string, path: string, body: object) =>
    world.request(`/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
  const strangers = Array.from({ length: 120 }, () => from('198.51.100.7', 'login', { email, password: 'wrong' }))
  expect((await Promise.all(strangers)).filter(({ status }) => status === 429).length).toBeGreaterThan(100)
  expect((await from('203.0.113.9', 'login', { email, password })).status).toBe(200)
  for (let n = 0; n < 8; n++) await from('198.51.100.7', 'forgot-password', { email: n % 2 ? email : ` ${email}  ` })
  expect((await from('198.51.100.7', 'forgot-password', { email })).status).toBe(429)
  expect((await from('203.0.113.9', 'forgot-password', { email })).status).toBe(200)
})

test('requesting a second link does not invalidate the first', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  await world.client().forgotPassword({ body: { email } })
  const first = tokenIn((await world.mailsTo(email, 2))[1]!)
  await world.client().forgotPassword({ body: { email } })
  await world.mailsTo(email, 3)
  await expect(
    world.client().resetPassword({ body: { token: first, password: 'cedar window thirteen' } }),
  ).resolves.toBeTruthy()
})

test('requests for an address are limited by network, however the IP address is written', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0')
  expect(networkOf('2001:db8:0:0:ffff:ffff:ffff:ffff')).toBe('2001:db8:0')
  expect(networkOf('2001:0db8:0000:0000::9')).toBe('2001:db8:0')
  expect(networkOf('::1')).toBe('0:0:0')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
})

test('setting up a second factor ends sessions opened by password alone', async () => {
  const world = await anyWorld()
  const { client, email, password } = await world.member()
  const older = await world.client().login({ body: { email, password } })
  const { secret } = (await client.startSecondFactor()).data
  await client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } })
  await expect(world.client(older.data.token).getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(client.getProfile()).resolves.toBeTruthy()
})

test('a name chosen by a stranger does not appear in emails', async () => {
  const world = await anyWorld()
  const { email } = await world.newcomer({ firstName: 'Evil Casino' })
  const [mail] = await world.mailsTo(email)
  expect(mail!.text).not.toContain('Evil')
  expect(mail!.text.match(/(?<!\d)\d{6}(?!\d)/g)).toHaveLength(1)
})

test('the owner of a taken address is notified, at most once a day', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [{ email }, eve] = [await world.member(), await world.member()]
  for (let n = 0; n < 4; n++) {
    await world
      .client()
      .register({ body: { ...registration(), email } })
      .catch(() => {})
    await eve.client.changeEmail({ body: { email, password: eve.password } })
  }
  await until(async () => (await world.mailsTo(email)).length === 2)
  const waiting = await world.deps.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
  expect(waiting).toHaveLength(2)
})

test("a banned account can sign in, but can't open a socket", async () => {
  const world = await anyWorld()
  const person = await world.member()
  await world.setState(person, 'banned')
  const { token } = await world.signedInAgain(person)
  await expect(world.listen(token)).rejects.toThrow('signed_out')
})

test('the outbox answers only this machine, under its own host names', async () => {
  const world = await startWorld()
  expect((await world.request('/dev/outbox')).status).toBe(200)
  expect(
    (await world.app.inject({ url: '/dev/outbox', headers: { host: 'evil.example' }, remoteAddress: '127.0.0.1' }))
      .statusCode,
  ).toBe(404)
  expect(
    (await world.app.inject({ url: '/dev/outbox', headers: { host: 'localhost:3000' }, remoteAddress: '10.0.0.9' }))
      .statusCode,
  ).toBe(404)
  expect((await world.request('/dev/outbox', { headers: { 'x-forwarded-for': '10.0.0.9' } })).status).toBe(404)
})

test('a malformed refresh token is refused like any other, and signing out with it succeeds', async () => {
  const world = await anyWorld()
  const odd = Buffer.from(`${'-'.repeat(36)}.0.${'A'.repeat(43)}`).toString('base64url')
  await expect(world.client().refreshToken({ body: { refreshToken: odd } })).rejects.toMatchObject({ status: 401 })
  expect(await world.client().logout({ body: { refreshToken: odd } })).toEqual({ done: true })
  expect(await world.client().logout({ body: [] })).toEqual({ done: true })
  for (const [type, body] of [
    ['application/json', '{"half'],
    ['text/plain', 'bye'],
    ['application/json', '{"__proto__":1}'],
  ] as const)
    expect(
      (await world.request('/api/v1/auth/logout', { method: 'POST', headers: { 'content-type': type }, body })).status,
    ).toBe(200)
})

test("a link opened outside the registering session verifies a fresh account without the stranger's password", async () => {
  const world = await startWorld({ eavesdrop: false })
  const stranger = await world.newcomer()
  const { client: other } = await world.signedInAgain(stranger)
  await world.query(
    `insert into identities (provider, subject, account_id, created_at) values ('google', 'stranger', '${stranger.user._id}', now())`,
  )
  const [mail] = await world.mailsTo(stranger.email)
  const { token, user } = await world.client().verifyEmail({ body: { token: tokenIn(mail!) } })
  expect(user).toMatchObject({ _id: stranger.user._id, isEmailVerified: true })
  for (const client of [stranger.client, other])
    await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(
    world.client().login({ body: { email: stranger.email, password: stranger.password } }),
  ).rejects.toMatchObject({ status: 401 })
  const owner = world.client(token)
  expect((await owner.listIdentities()).data).toEqual({ identities: [], hasPassword: false })
  await owner.changePassword({ body: { password: 'lantern over the weir' } })
  const { data } = await world.client().login({ body: { email: stranger.email, password: 'lantern over the weir' } })
  expect(data.user._id).toBe(stranger.user._id)
})

test('the owner of an address that a stranger registered starts from nothing', async () => {
  const world = await startWorld({ eavesdrop: false })
  const ways: Record<string, (email: string) => Promise<string>> = {
    'the link': async (email) => {
      const [mail] = await world.mailsTo(email)
      return (await world.client().verifyEmail({ body: { token: tokenIn(mail!) } })).token
    },
    'a new password': async (email) => {
      await world.client().forgotPassword({ body: { email } })
      const mails = await until(async () => {
        const all = await world.mailsTo(email)
        return all.find(({ text }) => text.includes('/reset-password#')) && all
      })
      const link = tokenIn(mails.find(({ text }) => text.includes('/reset-password#'))!)
      const password = 'lantern over the weir'
      await world.client().resetPassword({ body: { token: link, password } })
      return (await world.client().login({ body: { email, password } })).data.token
    },
  }
  for (const [way, prove] of Object.entries(ways)) {
    const stranger = await world.newcomer({ firstName: 'Mallory' })
    const location = { city: 'Lisbon', country: 'Portugal' }
    const bio = 'Write to me elsewhere.'
    await stranger.client.completeProfile({ body: { gender: 'man', interestedIn: ['man'], location, bio } })
    await world.picture(stranger)
    await stranger.client.setPrivacy({ body: { incognito: true } })
    const owner = world.client(await prove(stranger.email))
    const { user } = (await owner.getProfile()).userData
    expect([way, user]).toMatchObject([
      way,
      { _id: stranger.user._id, firstName: 'New', lastName: 'member', isEmailVerified: true, dateOfBirth: null },
    ])
    expect([user.bio, user.gender, user.interestedIn, user.pictures, user.location]).toEqual([
      null,
      null,
      [],
      [],
      { city: null, country: null },
    ])
    const { consents } = (await owner.listConsents()).data
    expect(consents.filter(({ withdrawnAt }) => withdrawnAt === null)).toEqual([])
    const { rows } = await world.query(
      `select gender, complete, incognito from accounts where id = '${stranger.user._id}'`,
    )
    expect(rows).toEqual([{ gender: null, complete: false, incognito: false }])
    const name = { firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1990-02-03' }
    const accepted = { acceptTerms: true, acceptSpecialCategory: true }
    await owner.completeProfile({ body: { ...name, ...accepted, gender: 'woman', interestedIn: ['man'], location } })
    expect((await owner.getProfile()).userData.user).toMatchObject({ firstName: 'Ada', dateOfBirth: '1990-02-03' })
  }
})

test('a link opened in the registering session, or a code typed there, keeps password and session', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.newcomer(), await world.newcomer({ firstName: 'Ben' })]
  const [mail] = await world.mailsTo(ada.email)
  await ada.client.verifyEmail({ body: { token: tokenIn(mail!) } })
  const [other] = await world.mailsTo(ben.email)
  await world.client().verifyEmail({ body: { verificationToken: ben.verificationToken, code: codeIn(other!) } })
  for (const person of [ada, ben]) {
    expect((await person.client.getProfile()).userData.user.isEmailVerified).toBe(true)
    expect(
      (await world.client().login({ body: { email: person.email, password: person.password } })).data.token,
    ).toBeTruthy()
  }
})
