import type { JWTPayload } from 'jose'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { invitationBy, restrict } from '../admitting.ts'
import { APP, startProviders } from '../fake-providers.ts'
import { codeIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'
import { present } from '../../../scripts/present.ts'

const refused = { status: 401, code: 'invalid_credentials' }

async function start() {
  const outside = await startProviders()
  const world = await startWorld({ env: outside.env })
  const nonce = async () =>
    new URL((await world.client().startProvider({ params: { provider: 'google' } })).data.address).searchParams.get(
      'nonce',
    )!
  const google = async (claims: JWTPayload = {}, invitation?: string) => {
    const tokenId = await outside.googleToken(await nonce(), claims)
    return world.client().google({ body: { tokenId, ...(invitation ? { invitation } : {}) } })
  }
  return { ...outside, world, nonce, google }
}

const refusing = shared(start)

/** Mira, whom no other test knows, at Google. */
async function withMira() {
  const at = await refusing()
  const mira = { sub: randomUUID(), email: registration('Mira').email.replace('people.example', 'gmail.com') }
  const google = (claims: JWTPayload = {}) => at.google({ ...mira, ...claims })
  return { ...at, mira, google }
}

const facebookToken = (
  graph: Awaited<ReturnType<typeof startProviders>>['graph'],
  changes: { debug?: object; me?: object } = {},
) => {
  const token = `EAAB${crypto.randomUUID().replaceAll('-', '')}`
  graph.set(token, {
    debug: { is_valid: true, app_id: APP.id, user_id: '777', expires_at: 0, ...changes.debug },
    me: { id: '777', first_name: 'Noor', last_name: 'Haddad', email: 'noor@people.example', ...changes.me },
  })
  return token
}

const isPreregistered = (world: World, email: string) => world.newcomer({ email, firstName: 'Mallory' })

test('the browser is sent to Google with our state and nonce, and only if Google is configured', async () => {
  const { world } = await refusing()
  const { address, state } = (await world.client().startProvider({ params: { provider: 'google' } })).data
  const query = new URL(address).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'id_token',
    state,
    redirect_uri: `${world.config.PUBLIC_URL}/signin/google`,
  })
  expect(query.get('nonce')).toMatch(/^[\w-]{43}$/)
  const without = await startWorld()
  await expect(without.client().startProvider({ params: { provider: 'google' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(without.client().google({ body: { tokenId: 'x' } })).rejects.toMatchObject({ status: 404 })
})

test('a member joins and later signs in with Google, identified by subject rather than address', async () => {
  const { google, mira } = await withMira()
  const joined = await google()
  expect(joined.data).toMatchObject({
    user: { firstName: 'Mira', email: mira.email, isEmailVerified: true },
    requiresVerification: false,
    requiresProfileCompletion: true,
  })
  const again = await google({ email: `new.${mira.email}` })
  expect(again.data.user).toMatchObject({ _id: joined.data.user._id, email: mira.email })
})

test("Google's claim about an address outside its own domains is not trusted", async () => {
  const { google, world } = await withMira()
  const joined = await google({ email: 'mira@elsewhere.example' })
  expect(joined.data.requiresVerification).toBe(true)
  expect(codeIn((await world.mailsTo('mira@elsewhere.example'))[0]!)).toMatch(/^\d{6}$/)
  const ada = await world.member({ email: 'ada@elsewhere.example' })
  await expect(google({ sub: '5', email: ada.email })).rejects.toMatchObject({ status: 409 })
  await expect(google({ sub: '6', email: 'ada@gmail.com', email_verified: false })).resolves.toMatchObject({
    data: { requiresVerification: true },
  })
})

test('a verified account with the same mailbox is linked and otherwise unchanged', async () => {
  const { google, mira, world } = await withMira()
  const { user, email, password } = await world.member({ email: mira.email })
  expect((await google()).data.user._id).toBe(user._id)
  await expect(world.client().login({ body: { email, password } })).resolves.toBeTruthy()
})

test('someone who registered an address before its owner loses the password and every session', async () => {
  const { google, mira, world } = await withMira()
  const squatter = await isPreregistered(world, mira.email)
  const { data } = await google()
  expect(data.user).toMatchObject({ _id: squatter.user._id, isEmailVerified: true })
  await expect(squatter.client.getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(world.client().refreshToken({ body: { refreshToken: squatter.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(
    world.client().login({ body: { email: squatter.email, password: squatter.password } }),
  ).rejects.toMatchObject({ status: 401 })
})

const now = () => Math.floor(present().getTime() / 1000)
test.each<[string, JWTPayload, { key?: 'stranger'; header?: object }?]>([
  ['another audience', { aud: 'another.apps.example' }],
  ['two audiences', { aud: ['kindred-test.apps.example', 'another.apps.example'] }],
  ['no audience', { aud: undefined as never }],
  ['another issuer', { iss: 'https://accounts.google.example' }],
  ['an issuer over http', { iss: 'http://accounts.google.com' }],
  ['no issuer', { iss: undefined as never }],
  ['a past expiry', { exp: now() - 60 }],
  ['no expiry', { exp: undefined as never }],
  ['an issue time an hour ago', { iat: now() - 3600 }],
  ['a future start', { nbf: now() + 600 }],
  ['no subject', { sub: undefined as never }],
  ['an empty subject', { sub: '' }],
  ['a foreign nonce', { nonce: 'x'.repeat(43) }],
  ['no nonce', { nonce: undefined as never }],
  ['an empty nonce', { nonce: '' }],
  ["a stranger's signature", {}, { key: 'stranger' }],
  ['an unknown key', {}, { header: { kid: 'key-2' } }],
])('a Google response with %s is refused', async (_what, claims, forged) => {
  const { world, nonce, googleToken } = await refusing()
  const tokenId = await googleToken(await nonce(), claims, forged)
  await expect(world.client().google({ body: { tokenId } })).rejects.toMatchObject(refused)
})

test('a Google response works once, and not in another form', async () => {
  const { world, nonce, googleToken, mira } = await withMira()
  const tokenId = await googleToken(await nonce(), mira)
  await world.client().google({ body: { tokenId } })
  await expect(world.client().google({ body: { tokenId } })).rejects.toMatchObject(refused)
  const [, payload] = (await googleToken(await nonce())).split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const bad of ['', 'a.b.c', `${none}.${payload}.`, `${none}.${payload}`, 'x'.repeat(5000)])
    await expect(world.client().google({ body: { tokenId: bad } })).rejects.toMatchObject(refused)
})

test('a member joins with Facebook, whose claim about an address is not trusted', async () => {
  const { world, graph, requested } = await start()
  const { data } = await world.client().facebook({ body: { accessToken: facebookToken(graph), userID: '777' } })
  expect(data).toMatchObject({ user: { firstName: 'Noor', isEmailVerified: false }, requiresVerification: true })
  expect(requested.slice(0, 2)).toEqual(['/debug_token', '/me'])
  expect((await world.client().facebook({ body: { accessToken: facebookToken(graph) } })).data.user._id).toBe(
    data.user._id,
  )
  const ada = await world.member()
  const asAda = facebookToken(graph, { debug: { user_id: '9' }, me: { id: '9', email: ada.email } })
  await expect(world.client().facebook({ body: { accessToken: asAda } })).rejects.toMatchObject({ status: 409 })
  const nameless = facebookToken(graph, { debug: { user_id: '10' }, me: { id: '10', email: undefined } })
  await expect(world.client().facebook({ body: { accessToken: nameless } })).rejects.toMatchObject({ status: 409 })
})

test.each<[string, { debug?: object; me?: object }, string?]>([
  ['that is not valid', { debug: { is_valid: false } }],
  ['whose validity is a string', { debug: { is_valid: 'true' } }],
  ['for another app', { debug: { app_id: '999' } }],
  ['for no app', { debug: { app_id: undefined } }],
  ['without a user', { debug: { user_id: undefined } }],
  ['that has expired', { debug: { expires_at: 1 } }],
  ['of another user than claimed', {}, '778'],
  ['whose profile is another user', { me: { id: '778' } }],
])('a Facebook token %s is refused', async (_what, changes, userID) => {
  const { world, graph } = await refusing()
  const accessToken = facebookToken(graph, changes)
  await expect(world.client().facebook({ body: { accessToken, ...(userID ? { userID } : {}) } })).rejects.toMatchObject(
    refused,
  )
})

test('owners can link and unlink identities, but never remove the last way to sign in', async () => {
  const { world, nonce, googleToken, google, graph } = await start()
  const { client } = await world.member()
  await client.linkGoogle({ body: { tokenId: await googleToken(await nonce(), { email: 'else@gmail.com' }) } })
  const accessToken = facebookToken(graph)
  await expect(client.linkFacebook({ body: { accessToken, userID: '778' } })).rejects.toMatchObject(refused)
  await client.linkFacebook({ body: { accessToken, userID: '777' } })
  expect((await client.listIdentities()).data).toMatchObject({
    identities: [{ provider: 'facebook' }, { provider: 'google' }],
    hasPassword: true,
  })
  const other = await world.member()
  await expect(other.client.linkGoogle({ body: { tokenId: await googleToken(await nonce()) } })).rejects.toMatchObject({
    status: 409,
  })
  await client.unlinkProvider({ params: { provider: 'google' } })
  await expect(client.unlinkProvider({ params: { provider: 'google' } })).rejects.toMatchObject({ status: 404 })
  const joined = world.client((await google({ sub: 'other' })).data.token)
  await expect(joined.unlinkProvider({ params: { provider: 'google' } })).rejects.toMatchObject({ status: 409 })
})

test('someone who joins through a provider accepts the terms with their date of birth, and it is recorded', async () => {
  const { google, world } = await withMira()
  const { data } = await google()
  const member = world.client(data.token)
  const agreedTo = async () => (await member.listConsents()).data.consents.map(({ kind }) => kind).sort()
  expect(data.user.dateOfBirth).toBeNull()
  expect(await agreedTo()).toEqual([])
  await member.editProfile({ body: { dateOfBirth: '1994-05-17', acceptTerms: true } })
  expect(await agreedTo()).toEqual(['age', 'terms'])
})

test('many who join with an invitation at once each get their own answer, and no one waits for another', async () => {
  const { world, google, graph } = await start()
  const ines = await restrict(world, { join: 'open' })
  const { code } = await invitationBy(ines, { limit: 3 })
  const joinBy = (id: number, invitation: string) => {
    const mine = { id: String(id), email: `joins${id}@people.example` }
    const accessToken = facebookToken(graph, { debug: { user_id: mine.id }, me: mine })
    return world.client().facebook({ body: { accessToken, invitation } })
  }
  const twelve = Array.from({ length: 12 }, (_, at) => 9000 + at)
  const answers = await Promise.allSettled(twelve.map((id) => joinBy(id, id % 2 ? code : 'AAAA-AAAA-AAAA')))
  const statuses = answers.map((each) => (each.status === 'fulfilled' ? 200 : each.reason.status))
  expect(statuses.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: 6 }, () => 400))
  // There is room for three.
  expect(statuses.filter((_, at) => at % 2).toSorted((one, other) => one - other)).toEqual([
    200, 200, 200, 400, 400, 400,
  ])
  await expect(ines.client.getProfile()).resolves.toBeTruthy()

  // To those who have an account, no invitation matters.
  const { user } = await world.member({ email: 'mira@gmail.com' })
  expect((await google({}, 'AAAA-AAAA-AAAA')).data.user._id).toBe(user._id)
})
