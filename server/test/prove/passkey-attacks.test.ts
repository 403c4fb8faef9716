import { expect, test } from 'vitest'
import { authenticator, cborBytes, cborMap, type Wrongs } from '../authenticator.ts'
import { tokenIn } from '../outbox.ts'
import { challengeOf, ORIGIN, signInWith, startHere, withPasskey, type Device } from '../passkeys.ts'
import type { Person } from '../people.ts'
import { shared, until, type World } from '../world.ts'

// Attacks with the attacker's own passkey, with a captured response, or from another site.

const REFUSED = { status: 401, code: 'invalid_credentials' }
const NOT_ADDED = { status: 400, code: 'invalid_secret' }

const refusing = shared(startHere)
const start = async (started = startHere()) => {
  const world = await started
  const ada = await world.member()
  return { world, ada, ...(await withPasskey(ada)) }
}

const signInQuestion = async (world: World) => (await world.client().startPasskeySignIn()).data
const stepUpQuestion = async ({ client }: Person) => (await client.startStepUpByPasskey()).data.passkey!

test('a passkey response works once, however many concurrent requests use it', async () => {
  const { world, device } = await start()
  const body = { passkey: device.get(await signInQuestion(world)) }
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => world.client().signInWithPasskey({ body })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(world.client().signInWithPasskey({ body })).rejects.toMatchObject(REFUSED)
})

test('a challenge that failed once is used up', async () => {
  const { world, device } = await start()
  const question = await signInQuestion(world)
  const passkey = device.get(question, { unlocked: false })
  await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
  await expect(world.client().signInWithPasskey({ body: { passkey: device.get(question) } })).rejects.toMatchObject(
    REFUSED,
  )
})

test('a challenge expires after five minutes', async () => {
  const { world, device } = await start()
  const passkey = device.get(await signInQuestion(world))
  world.turnClock(5 * 60_000 + 1000)
  await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
})

const wrongs: [string, Wrongs][] = [
  ['on another site', { origin: 'https://kindred.evil.example' }],
  ['on another port of the same machine', { origin: 'http://localhost:5000' }],
  ['for another host', { host: 'evil.example' }],
  ['for creating a passkey', { type: 'webauthn.create' }],
  ['for a made-up challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['by a locked device', { unlocked: false }],
  ['with a signature counter that went backwards', { uses: 1 }],
]

test.each(wrongs)('a proof made %s neither signs in nor confirms anything', async (_how, wrong) => {
  const { world, ada, device } = await start(refusing())
  await signInWith(world, device)
  await signInWith(world, device)
  const passkey = device.get(await signInQuestion(world), wrong)
  await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
  const proof = device.get(await stepUpQuestion(ada), wrong)
  await expect(ada.client.stepUpByPasskey({ body: { passkey: proof } })).rejects.toMatchObject(REFUSED)
})

test('no one can sign in as someone else by credential id, by a name on their own passkey, or without one', async () => {
  const { world, device } = await start()
  const eve = await withPasskey(await world.member({ firstName: 'Eve' }))
  const forged: Wrongs[] = [
    { id: device.id },
    { id: device.id, handle: device.handle() },
    { handle: device.handle() },
    { handle: Buffer.from('nobody').toString('base64url') },
  ]
  for (const wrong of forged) {
    const passkey = eve.device.get(await signInQuestion(world), wrong)
    await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
  }
  const { response, ...rest } = eve.device.get(await signInQuestion(world))
  const passkey = { ...rest, response: { ...response, userHandle: null } }
  await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
})

test('a challenge works only for its purpose, account and session', async () => {
  const { world, ada, device } = await start()
  const eve = await world.member({ firstName: 'Eve' })
  const evil = (await withPasskey(eve)).device
  const stepUp = (passkey: ReturnType<Device['get']>, { client } = ada) => client.stepUpByPasskey({ body: { passkey } })
  const signIn = (passkey: ReturnType<Device['get']>) => world.client().signInWithPasskey({ body: { passkey } })
  await expect(stepUp(device.get(await signInQuestion(world)))).rejects.toMatchObject(REFUSED)
  await expect(signIn(device.get(await stepUpQuestion(ada)))).rejects.toMatchObject(REFUSED)
  const { challenge } = (await ada.client.startPasskey()).data
  const adding = { ...(await signInQuestion(world)), challenge }
  await expect(signIn(device.get(adding))).rejects.toMatchObject(REFUSED)
  // These use another account's challenge, another account's passkey, and another session's challenge.
  await expect(stepUp(device.get(await stepUpQuestion(eve)))).rejects.toMatchObject(REFUSED)
  await expect(stepUp(evil.get(await stepUpQuestion(ada)))).rejects.toMatchObject(REFUSED)
  const elsewhere = { ...ada, client: world.client((await signInWith(world, device)).token) }
  await expect(stepUp(device.get(await stepUpQuestion(elsewhere)))).rejects.toMatchObject(REFUSED)
  await stepUp(device.get(await stepUpQuestion(ada)))
})

test("the second step accepts neither another account's passkey nor a challenge of another kind", async () => {
  const world = await startHere()
  const [ines, eve] = [await world.administrator(), await world.administrator()]
  const [own, evil] = [(await withPasskey(ines)).device, (await withPasskey(eve)).device]
  const finish = (challenge: string, passkey: ReturnType<Device['get']>) =>
    world.client().secondFactorByPasskey({ body: { challenge, passkey } })
  const question = async (challenge: string) =>
    (await world.client().startSecondFactorByPasskey({ body: { challenge } })).data.passkey!
  const [challenge, hers] = [await challengeOf(world, ines), await challengeOf(world, eve)]
  await expect(finish(challenge, evil.get(await question(challenge)))).rejects.toMatchObject(REFUSED)
  await expect(finish(challenge, evil.get(await question(hers)))).rejects.toMatchObject(REFUSED)
  await expect(finish(challenge, own.get(await signInQuestion(world)))).rejects.toMatchObject(REFUSED)
  await expect(question('nothing')).rejects.toMatchObject(REFUSED)
  await finish(challenge, own.get(await question(challenge)))
  await expect(question(challenge)).rejects.toMatchObject(REFUSED)
})

test('a removed passkey is useless, even for a challenge issued before', async () => {
  const { world, ada, device, passkey } = await start()
  const [signIn, stepUp] = [device.get(await signInQuestion(world)), device.get(await stepUpQuestion(ada))]
  await ada.client.removePasskey({ params: { id: passkey._id } })
  await expect(world.client().signInWithPasskey({ body: { passkey: signIn } })).rejects.toMatchObject(REFUSED)
  await expect(ada.client.stepUpByPasskey({ body: { passkey: stepUp } })).rejects.toMatchObject(REFUSED)
  await expect(signInWith(world, device)).rejects.toMatchObject(REFUSED)
})

test('an ended session can confirm or add nothing, and a new password cancels what was in progress', async () => {
  const { world, ada, device } = await start()
  const other = await world.signedInAgain(ada)
  for (const session of [ada, other])
    await session.client.stepUpByPasskey({ body: { passkey: device.get(await stepUpQuestion(session)) } })
  const proof = device.get(await stepUpQuestion(other))
  const fresh = authenticator(ORIGIN).create((await other.client.startPasskey()).data)
  const earlier = device.get(await stepUpQuestion(ada))
  await ada.client.changePassword({ body: { currentPassword: ada.password, password: 'cedar window thirteen' } })
  await expect(other.client.stepUpByPasskey({ body: { passkey: proof } })).rejects.toMatchObject({ code: 'signed_out' })
  await expect(other.client.addPasskey({ body: { passkey: fresh } })).rejects.toMatchObject({ code: 'signed_out' })
  await expect(ada.client.addPasskey({ body: { passkey: fresh } })).rejects.toMatchObject(NOT_ADDED)
  await expect(ada.client.stepUpByPasskey({ body: { passkey: earlier } })).rejects.toMatchObject(REFUSED)
})

test.each(wrongs.filter(([, wrong]) => wrong.uses === undefined && wrong.type === undefined))(
  'a new passkey made %s is not added',
  async (_how, wrong) => {
    const { ada } = await start(refusing())
    const passkey = authenticator(ORIGIN).create((await ada.client.startPasskey()).data, wrong)
    await expect(ada.client.addPasskey({ body: { passkey } })).rejects.toMatchObject(NOT_ADDED)
    expect((await ada.client.listPasskeys()).data.passkeys).toHaveLength(1)
  },
)

test("a passkey is added once, by the account that asked, and no one can claim another's credential", async () => {
  const { world, ada, device } = await start()
  const eve = await world.member({ firstName: 'Eve' })
  const fresh = authenticator(ORIGIN)
  const body = { passkey: fresh.create((await ada.client.startPasskey()).data) }
  await expect(eve.client.addPasskey({ body })).rejects.toMatchObject(NOT_ADDED)
  const again = { passkey: fresh.create((await ada.client.startPasskey()).data) }
  await ada.client.addPasskey({ body: again })
  await expect(ada.client.addPasskey({ body: again })).rejects.toMatchObject(NOT_ADDED)
  const taken = { passkey: device.create((await eve.client.startPasskey()).data) }
  await expect(eve.client.addPasskey({ body: taken })).rejects.toMatchObject({ status: 409 })
  expect((await signInWith(world, fresh)).user._id).toBe(ada.user._id)
})

test('an attestation is refused before its certificates are read', async () => {
  const { world, ada } = await start()
  const certificates = Buffer.concat([Buffer.from([0x81]), cborBytes(Buffer.from('a certificate'))])
  const statement = cborMap([
    ['sig', cborBytes(Buffer.alloc(70))],
    ['x5c', certificates],
  ])
  const passkey = authenticator(ORIGIN).create((await ada.client.startPasskey()).data, { statement })
  await expect(ada.client.addPasskey({ body: { passkey } })).rejects.toMatchObject(NOT_ADDED)
  expect(world.logged()).toContain('A statement about the device')
})

test('a failing sign-in gets the same answer whether or not the passkey or its account exists', async () => {
  const { world, ada, device } = await start()
  const answers = new Set<string>()
  const attempt = async (passkey: ReturnType<Device['get']>) => {
    const answer = await world.request('/api/v1/auth/passkeys/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ passkey }),
    })
    const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
    answers.add(`${answer.status} ${JSON.stringify(body)}`)
  }
  const stranger = authenticator(ORIGIN)
  await attempt(stranger.get(await signInQuestion(world), { handle: device.handle() }))
  await attempt(stranger.get(await signInQuestion(world), { id: device.id, handle: device.handle() }))
  await attempt(device.get(await signInQuestion(world), { unlocked: false }))
  await attempt(device.get(await signInQuestion(world), { challenge: 'x' }))
  await world.setState(ada, 'erased')
  await attempt(device.get(await signInQuestion(world)))
  expect([...answers]).toHaveLength(1)
})

test('a stranger’s passkeys keep no one else in their network from signing in', async () => {
  const { world, device } = await start(startHere({ env: { RATE_LIMIT: 'on' } }))
  const stranger = authenticator(ORIGIN)
  const passkey = stranger.get(await signInQuestion(world), { handle: 'x' })
  for (let tries = 0; tries < 101; tries++)
    await expect(world.client().signInWithPasskey({ body: { passkey } })).rejects.toMatchObject(REFUSED)
  expect((await signInWith(world, device)).token).toBeTruthy()
})

test('an account has at most 20 passkeys, even when they are added concurrently', async () => {
  const { world, ada } = await start()
  await world.query(
    `insert into passkeys (account_id, credential_id, public_key, uses, host, name, created_at)
     select '${ada.user._id}', decode(lpad(to_hex(n), 8, '0'), 'hex'), '', 0, 'localhost', 'One', now() from generate_series(1, 18) n`,
  )
  const question = async () => authenticator(ORIGIN).create((await ada.client.startPasskey()).data)
  const made = [await question(), await question(), await question()]
  const outcomes = await Promise.allSettled(made.map((passkey) => ada.client.addPasskey({ body: { passkey } })))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(ada.client.startPasskey()).rejects.toMatchObject({ status: 409 })
})

test("other members can't see, rename or remove a passkey", async () => {
  const { world, ada, passkey } = await start()
  const { client } = await world.member({ firstName: 'Eve' })
  const params = { id: passkey._id }
  expect((await client.listPasskeys()).data.passkeys).toEqual([])
  await expect(client.renamePasskey({ params, body: { name: 'Mine' } })).rejects.toMatchObject({ status: 404 })
  await expect(client.removePasskey({ params })).rejects.toMatchObject({ status: 404 })
  expect((await ada.client.listPasskeys()).data.passkeys).toEqual([passkey])
})

test('a squatter, or an intruder by another address, keeps no passkey', async () => {
  const world = await startHere()
  const ada = await world.member()
  const { device: own } = await withPasskey(ada)
  await world.query(`update passkeys set created_at = created_at - interval '60 days'`)
  const email = `evil.${ada.email}`
  await ada.client.changeEmail({ body: { email, password: ada.password } })
  await ada.client.confirmEmail({ body: { token: tokenIn((await world.mailsTo(email))[0]!) } })
  const { device: evil } = await withPasskey(ada)
  const undo = await until(async () => (await world.mailsTo(ada.email)).find(({ text }) => text.includes('/recover#')))
  await world.client().undoEmail({ body: { token: tokenIn(undo) } })
  await expect(signInWith(world, evil)).rejects.toMatchObject(REFUSED)
  await signInWith(world, own)
  // The owner of an unverified address verifies it by choosing a new password, and starts fresh.
  const squatter = await world.member()
  const { device } = await withPasskey(squatter)
  await world.query(`update passkeys set created_at = created_at - interval '60 days'`)
  await world.query(`update accounts set email_verified_at = null where id = '${squatter.user._id}'`)
  await world.client().forgotPassword({ body: { email: squatter.email } })
  const reset = await until(async () =>
    (await world.mailsTo(squatter.email)).find(({ text }) => text.includes('/reset-password')),
  )
  await world.client().resetPassword({ body: { token: tokenIn(reset), password: 'orchard kettle seven' } })
  await expect(signInWith(world, device)).rejects.toMatchObject(REFUSED)
})
