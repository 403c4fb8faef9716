import { expect, test } from 'vitest'
import { signInWith, startHere, withPasskey } from '../passkeys.ts'
import { codeIn, tokenIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { postFrom } from '../post-from.ts'
import { shared, startWorld, until, type World } from '../world.ts'

// Joining without a password: the passkey follows right after the emailed code.

const here = shared(startHere)
const stepUp = { status: 403, code: 'step_up_required' }

const byPasskey = () => {
  const { password: _, ...others } = registration()
  return { ...others, passkey: true as const }
}

async function joinedByPasskey(world: World) {
  const { email, ...others } = byPasskey()
  const joined = await world.client().register({ body: { ...others, email } })
  return { ...joined, email, client: world.client(joined.token) }
}

const outdate = (world: World, { user }: { user: { _id: string } }) =>
  world.query(`update sessions set elevated_at = now() - interval '16 minutes' where account_id = '${user._id}'`)

const newestCode = async (world: World, email: string, count: number) =>
  codeIn((await world.mailsTo(email, count)).at(-1)!)

test('someone joins with a passkey, and signs in with nothing else', async () => {
  const world = await here()
  const { client, email, user } = await joinedByPasskey(world)
  await expect(client.startPasskey()).rejects.toMatchObject({ status: 403, code: 'verification_required' })
  await client.verifyEmail({ body: { code: await newestCode(world, email, 1) } })
  expect((await client.listIdentities()).data).toEqual({ identities: [], hasPassword: false })
  const { device } = await withPasskey({ client })
  expect((await signInWith(world, device)).user).toMatchObject({ _id: user._id, isEmailVerified: true })
  for (const password of ['', 'harbour lemon violin'])
    await expect(world.client().login({ body: { email, password } })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    })
})

test('a password instead of the passkey is a way in as well', async () => {
  const world = await here()
  const { client, email } = await joinedByPasskey(world)
  await client.verifyEmail({ body: { code: await newestCode(world, email, 1) } })
  await client.changePassword({ body: { password: 'cedar window thirteen' } })
  const login = (password: string) => world.client().login({ body: { email, password } })
  await expect(login('cedar window thirteen')).resolves.toBeTruthy()
})

test('joining with a passkey answers like joining with a password, of a free address and a taken one', async () => {
  const world = await here()
  const taken = await world.member()
  const join = async (body: object) => {
    const { status, text } = await postFrom(world, '127.0.0.1', 'register', body)
    const answer = JSON.parse(text) as Record<string, unknown>
    return { status, answer }
  }
  const [one, other] = [await join(registration()), await join(byPasskey())]
  expect([one.status, other.status]).toEqual([201, 201])
  expect(Object.keys(other.answer)).toEqual(Object.keys(one.answer))
  expect(Object.keys(other.answer['user'] as object)).toEqual(Object.keys(one.answer['user'] as object))
  const email = taken.email
  const [refused, like] = [await join({ ...byPasskey(), email }), await join({ ...registration(), email })]
  expect(refused).toMatchObject({ status: 409, answer: { code: 'already_exists', message: 'User already exists' } })
  expect({ ...refused.answer, requestId: '' }).toEqual({ ...like.answer, requestId: '' })
})

test('everyone else still needs a password, with the same error as before', async () => {
  const world = await here()
  const { password: _, ...without } = registration()
  const missing = {
    status: 400,
    code: 'invalid_request',
    message: 'password: This field is required.',
    details: { errors: [{ path: 'password', msg: 'This field is required.' }] },
  }
  const register = (body: object) => world.client().register({ body: body as ReturnType<typeof registration> })
  await expect(register(without)).rejects.toMatchObject(missing)
  await expect(register({})).rejects.toMatchObject({
    details: {
      errors: ['firstName', 'lastName', 'email', 'dateOfBirth', 'password'].map((path) =>
        expect.objectContaining({ path }),
      ),
    },
  })
  for (const passkey of [false, 'true', null])
    await expect(register({ ...without, passkey })).rejects.toMatchObject({ status: 400 })
  await expect(register({ ...registration(), passkey: true })).rejects.toMatchObject({
    status: 400,
    message: 'passkey: This field isn’t accepted here.',
  })
})

test('without passkeys, as at a numeric address, a password is needed', async () => {
  const world = await startWorld()
  await expect(world.client().register({ body: byPasskey() })).rejects.toMatchObject({ status: 409, code: 'conflict' })
})

test('a code that took long still leads to the passkey, but only for those who have nothing else', async () => {
  const world = await here()
  const [ada, ben] = [await joinedByPasskey(world), await world.newcomer()]
  for (const { client, email, user } of [ada, ben]) {
    await outdate(world, { user })
    await client.verifyEmail({ body: { code: await newestCode(world, email, 1) } })
  }
  await expect(ben.client.startPasskey()).rejects.toMatchObject(stepUp)
  await expect(withPasskey(ada)).resolves.toBeTruthy()
})

test('someone who left before creating the passkey returns by the mail for a forgotten password', async () => {
  const world = await here()
  const { client, email, user } = await joinedByPasskey(world)
  await client.verifyEmail({ body: { code: await newestCode(world, email, 1) } })
  await outdate(world, { user })
  await expect(client.startPasskey()).rejects.toMatchObject(stepUp)
  await expect(client.changePassword({ body: { password: 'cedar window thirteen' } })).rejects.toMatchObject(stepUp)
  await world.client().forgotPassword({ body: { email } })
  const token = await until(async () => {
    const mail = (await world.mailsTo(email)).find(({ text }) => text.includes('/reset-password#'))
    return mail && tokenIn(mail)
  })
  await world.client().resetPassword({ body: { token, password: 'cedar window thirteen' } })
  const { data } = await world.client().login({ body: { email, password: 'cedar window thirteen' } })
  await expect(withPasskey({ client: world.client(data.token) })).resolves.toBeTruthy()
})

test('the link in another browser takes the account from the person who joined without a password', async () => {
  const world = await here()
  const { client, email, user } = await joinedByPasskey(world)
  const [mail] = await world.mailsTo(email)
  const { token } = await world.client().verifyEmail({ body: { token: tokenIn(mail!) } })
  await expect(client.startPasskey()).rejects.toMatchObject({ status: 401 })
  const { device } = await withPasskey({ client: world.client(token) })
  expect((await signInWith(world, device)).user._id).toBe(user._id)
})
