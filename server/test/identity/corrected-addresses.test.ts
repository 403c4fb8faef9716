import { expect, test } from 'vitest'
import { applyAddressChanges } from '../../src/features/identity/address/address.ts'
import { codeIn, tokenIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// A mistyped address is corrected before anyone has confirmed it.

const anyWorld = shared(startWorld)
const invalid = { status: 400, code: 'invalid_secret' }

test('a mistyped address is corrected: the code goes to the right one, and what the wrong one got is void', async () => {
  const world = await anyWorld()
  const { email: wrong, password, client, verificationToken, user } = await world.newcomer()
  const right = registration().email
  await world.client().forgotPassword({ body: { email: wrong } })
  const [mail, resetting] = await world.mailsTo(wrong, 2)
  const corrected = await client.correctEmail({ body: { email: right } })
  expect(corrected.user).toMatchObject({ _id: user._id, email: right, isEmailVerified: false })
  for (const body of [{ token: tokenIn(mail!) }, { verificationToken, code: codeIn(mail!) }])
    await expect(world.client().verifyEmail({ body })).rejects.toMatchObject(invalid)
  const reset = { token: tokenIn(resetting!), password: 'cedar window thirteen' }
  await expect(world.client().resetPassword({ body: reset })).rejects.toMatchObject(invalid)
  const code = codeIn((await world.mailsTo(right))[0]!)
  expect((await client.verifyEmail({ body: { code } })).user).toMatchObject({ email: right, isEmailVerified: true })
  await expect(world.client().login({ body: { email: wrong, password } })).rejects.toMatchObject({ status: 401 })
  await expect(world.client().login({ body: { email: right, password } })).resolves.toBeTruthy()
  // The mistyped address is free for its owner.
  await expect(world.client().register({ body: { ...registration(), email: wrong } })).resolves.toBeTruthy()
})

test('a correction says of a taken address what joining says, and changes nothing', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.newcomer(), await world.member()]
  const taken = { status: 409, code: 'already_exists', message: 'User already exists' }
  await expect(world.client().register({ body: { ...registration(), email: ben.email } })).rejects.toMatchObject(taken)
  await expect(ada.client.correctEmail({ body: { email: ben.email } })).rejects.toMatchObject(taken)
  expect((await ada.client.getProfile()).userData.user.email).toBe(ada.email)
  const sent = codeIn((await world.mailsTo(ada.email))[0]!)
  await expect(ada.client.verifyEmail({ body: { code: sent } })).resolves.toBeTruthy()
})

test('a confirmed address is never corrected, not even one that staff have replaced', async () => {
  const world = await startWorld()
  const [ines, ada, ben] = [await world.administrator(), await world.member(), await world.dater()]
  const replaced = registration().email
  const refused = { status: 409, code: 'conflict' }
  await expect(ada.client.correctEmail({ body: { email: registration().email } })).rejects.toMatchObject(refused)
  await expect(world.client().correctEmail({ body: { email: registration().email } })).rejects.toMatchObject({
    status: 401,
  })
  await ines.client.editUser({ params: { id: ben.user._id }, body: { email: replaced } })
  world.turnClock(25 * 3_600_000)
  await applyAddressChanges(world.deps)
  const { token } = (await world.client().login({ body: { email: replaced, password: ben.password } })).data
  const back = world.client(token)
  expect((await back.getProfile()).requiresVerification).toBe(true)
  await expect(back.correctEmail({ body: { email: registration().email } })).rejects.toMatchObject(refused)
})

test('corrections share the limits of joining', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const ada = await world.newcomer()
  for (let n = 0; n < 5; n++) await ada.client.correctEmail({ body: { email: registration().email } })
  await expect(ada.client.correctEmail({ body: { email: registration().email } })).rejects.toMatchObject({
    status: 429,
  })

  const other = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const eve = await other.newcomer()
  for (let n = 0; n < 10; n++) {
    const { email } = await other.member()
    await other
      .client()
      .register({ body: { ...registration(), email } })
      .catch(() => undefined)
  }
  await expect(eve.client.correctEmail({ body: { email: registration().email } })).rejects.toMatchObject({
    status: 429,
  })
})

test('a corrected address brings no new guesses of the code, and the emailed link works all the same', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const { client, verificationToken } = await world.newcomer()
  const answers: string[] = []
  let email = ''
  for (let n = 0; n < 3; n++) {
    email = registration().email
    await client.correctEmail({ body: { email } })
    const right = codeIn((await world.mailsTo(email))[0]!)
    const code = right === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 4; guess++)
      for (const body of [guess % 2 ? { code } : { verificationToken, code }])
        answers.push(await client.verifyEmail({ body }).then(String, (error: { code: string }) => error.code))
  }
  expect(answers).toEqual([...Array<string>(10).fill('invalid_secret'), 'rate_limited', 'rate_limited'])
  const [mail] = await world.mailsTo(email)
  await expect(client.verifyEmail({ body: { code: codeIn(mail!) } })).rejects.toMatchObject({ status: 429 })
  // Another account has its own guesses.
  const other = await world.newcomer()
  await other.client.verifyEmail({ body: { code: codeIn((await world.mailsTo(other.email))[0]!) } })
  expect((await client.verifyEmail({ body: { token: tokenIn(mail!) } })).user.isEmailVerified).toBe(true)
})

test('corrections by strangers fill no mailbox, and its owner still gets a code', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' }, eavesdrop: false })
  const { email } = registration()
  const correctAndLeave = async () => {
    const { client } = await world.newcomer()
    await client.correctEmail({ body: { email } })
    await client.correctEmail({ body: { email: registration().email } })
  }
  for (let n = 0; n < 3; n++) await correctAndLeave()
  expect(await world.mailsTo(email, 3)).toHaveLength(3)
  const { client } = await world.newcomer()
  await client.correctEmail({ body: { email } })
  const code = codeIn((await world.mailsTo(email, 4))[3]!)
  expect((await client.verifyEmail({ body: { code } })).user).toMatchObject({ email, isEmailVerified: true })
})
