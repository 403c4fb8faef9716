import { expect, test } from 'vitest'
import { minutes } from '../../src/infra/clock.ts'
import { codeIn, tokenIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { postFrom } from '../post-from.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld, until } from '../world.ts'

const anyWorld = shared(startWorld)

const refused = { status: 400, code: 'invalid_secret' }

test('an address is verified by code and handle without being signed in', async () => {
  const world = await anyWorld()
  const { email, verificationToken, user } = await world.newcomer()
  const code = codeIn((await world.mailsTo(email))[0]!)
  const proved = await world.client().verifyEmail({ body: { verificationToken, code } })
  expect(proved.user).toMatchObject({ _id: user._id, isEmailVerified: true })
  expect((await world.client(proved.token).getProfile()).requiresVerification).toBe(false)
})

test('a signed-in member verifies their address by code and stays signed in', async () => {
  const world = await anyWorld()
  const { email, client } = await world.newcomer()
  const code = codeIn((await world.mailsTo(email))[0]!)
  const proved = await client.verifyEmail({ body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
  expect((await client.listSessions()).data.sessions).toHaveLength(1)
  await expect(world.client().refreshToken({ body: { refreshToken: proved.refreshToken } })).resolves.toBeTruthy()
})

test('an address is verified by a link that works once, for a day', async () => {
  const world = await startWorld()
  const { email } = await world.newcomer()
  const token = tokenIn((await world.mailsTo(email))[0]!)
  world.turnClock(23 * minutes(60))
  await expect(world.client().verifyEmail({ body: { token } })).resolves.toMatchObject({
    user: { isEmailVerified: true },
  })
  await expect(world.client().verifyEmail({ body: { token } })).rejects.toMatchObject(refused)

  const late = await world.newcomer()
  const lateToken = tokenIn((await world.mailsTo(late.email))[0]!)
  world.turnClock(25 * minutes(60))
  await expect(world.client().verifyEmail({ body: { token: lateToken } })).rejects.toMatchObject(refused)
})

test('a code allows five attempts in ten minutes', async () => {
  const world = await startWorld()
  const { email, verificationToken } = await world.newcomer()
  const code = codeIn((await world.mailsTo(email))[0]!)
  const wrong = code === '000000' ? '000001' : '000000'
  const isRefused = (tried: string, text: RegExp) =>
    expect(world.client().verifyEmail({ body: { verificationToken, code: tried } })).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(text),
    })
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try', 'no tries'])
    await isRefused(wrong, new RegExp(`^This code isn’t right.* you have ${left} left`, 'i'))
  await isRefused(code, /has expired/)

  const slow = await world.newcomer()
  const slowCode = codeIn((await world.mailsTo(slow.email))[0]!)
  world.turnClock(minutes(11))
  await expect(
    world.client().verifyEmail({ body: { verificationToken: slow.verificationToken, code: slowCode } }),
  ).rejects.toMatchObject({ ...refused, message: expect.stringContaining('has expired') })
})

test('a missing or unknown handle verifies nothing', async () => {
  const world = await anyWorld()
  const { email, verificationToken } = await world.newcomer()
  const other = await world.newcomer()
  const code = codeIn((await world.mailsTo(email))[0]!)
  const forged = `${other.verificationToken.split('.')[0]}.${verificationToken.split('.')[1]}`
  for (const body of [
    { verificationToken: forged, code },
    { code },
    {},
    { verificationToken: '' },
    { token: '' },
    { verificationToken },
  ])
    await expect(world.client().verifyEmail({ body })).rejects.toMatchObject(refused)
})

test('requesting another code leaves the previous one valid, until one of them is used', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.newcomer(), await world.newcomer()]
  for (const [{ email, verificationToken }, used] of [
    [ada, 0],
    [ben, 1],
  ] as const) {
    expect(await world.client().resendVerification({ body: { email } })).toEqual({ emailVerificationSent: true })
    const codes = (await world.mailsTo(email, 2)).map(codeIn)
    const wrong = ['000000', '000001', '000002'].find((code) => !codes.includes(code))!
    const verify = (code: string) => world.client().verifyEmail({ body: { verificationToken, code } })
    // A wrong try counts for both.
    await expect(verify(wrong)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('4 tries') })
    await expect(verify(codes[used]!)).resolves.toBeTruthy()
    await expect(verify(codes[1 - used]!)).rejects.toMatchObject(refused)
  }
})

test('what strangers ask for neither voids nor uses up what the browser that joined asks for', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })
  const { email, client, verificationToken } = await world.newcomer()
  const [first] = await world.mailsTo(email)
  for (let n = 0; n < 8; n++)
    expect((await postFrom(world, `198.51.100.${n % 4}`, 'resend-verification', { email })).status).toBe(200)
  await until(async () => {
    const { rows } = await world.query(`select from pgboss.job where name = 'send-proof' and state < 'completed'`)
    return rows.length === 0
  })
  // Registering and strangers had three emails sent together.
  expect(await world.mailsTo(email, 3)).toHaveLength(3)
  await client.resendVerification({ body: {} })
  expect(await world.mailsTo(email, 4)).toHaveLength(4)
  await expect(world.client().verifyEmail({ body: { verificationToken, code: codeIn(first!) } })).resolves.toBeTruthy()
})

test('all addresses with a tag of one mailbox get three emails a day together', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })
  const { email } = registration()
  const tagged = (n: number) => email.replace('@', `+${n}@`)
  for (let n = 0; n < 40; n++) {
    const answer = await postFrom(world, `198.51.100.${n}`, 'register', { ...registration(), email: tagged(n) })
    expect(answer.status).toBe(201)
    const { token } = JSON.parse(answer.text) as { token: string }
    await postFrom(world, `198.51.100.${n}`, 'resend-verification', {}, { authorization: `Bearer ${token}` })
  }
  const { rows } = await world.query(`select from mails where recipient like '${email.replace('@', '+%@')}'`)
  expect(rows).toHaveLength(3)
  // Its own address is another matter.
  await world.newcomer({ email })
  expect(await world.mailsTo(email)).toHaveLength(1)
})

test('strangers who request resets don’t use up those of the owner’s own networks', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })
  const { email } = await world.member()
  const links = async () => (await world.mailsTo(email)).filter(({ text }) => text.includes('/reset-password'))
  for (let n = 0; n < 8; n++) await postFrom(world, `198.51.100.${n}`, 'forgot-password', { email })
  await until(async () => (await links()).length === 5)
  await postFrom(world, '127.0.0.1', 'forgot-password', { email })
  await until(async () => (await links()).length > 5)
  expect(await links()).toHaveLength(6)
})

test('requesting a code or a password link gets the same answer for an unknown address', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  for (const address of [email, 'nobody@people.example', '', 'not an address']) {
    expect(await world.client().resendVerification({ body: { email: address } })).toEqual({
      emailVerificationSent: true,
    })
    expect(await world.client().forgotPassword({ body: { email: address } })).toEqual({ done: true })
  }
  const mails = await world.mailsTo(email, 2)
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email for Kindred', 'Reset your Kindred password'])
})

test('a new password from a mailed link ends every session and verifies the address', async () => {
  const world = await anyWorld()
  const { email, client, token } = await world.newcomer()
  const { closed } = await world.listen(token)
  await world.client().forgotPassword({ body: { email } })
  const link = tokenIn((await world.mailsTo(email, 2))[1]!)
  await expect(world.client().resetPassword({ body: { token: link, password: 'password' } })).rejects.toMatchObject({
    code: 'weak_password',
  })
  await world.client().resetPassword({ body: { token: link, password: 'cedar window thirteen' } })
  await closed
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  const { data } = await world.client().login({ body: { email, password: 'cedar window thirteen' } })
  expect(data).toMatchObject({ requiresVerification: false })
  expect((await world.mailsTo(email, 3)).map(({ subject }) => subject)).toContain('Your Kindred password was changed')
})

test('a password link works for 15 minutes', async () => {
  const world = await startWorld()
  const { email } = await world.member()
  await world.client().forgotPassword({ body: { email } })
  const link = tokenIn((await world.mailsTo(email, 2))[1]!)
  world.turnClock(minutes(16))
  await expect(
    world.client().resetPassword({ body: { token: link, password: 'cedar window thirteen' } }),
  ).rejects.toMatchObject(refused)
})

test('100 concurrent uses of one link change the password once', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  await world.client().forgotPassword({ body: { email } })
  const token = tokenIn((await world.mailsTo(email, 2))[1]!)
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) =>
      world.client().resetPassword({ body: { token, password: `cedar window ${n} thirteen` } }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  proof('100 concurrent uses of one reset link: one success')
})

test('someone who keeps requesting resets leaves the owner a link that works', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' } })
  const { email } = await world.member()
  for (let asked = 0; asked < 8; asked++) await postFrom(world, `198.51.100.${asked}`, 'forgot-password', { email })
  await until(async () => {
    const { rows } = await world.query(
      `select from pgboss.job where name in ('send-reset', 'send-mail') and state < 'completed' and start_after <= now()`,
    )
    return rows.length === 0
  })
  const links = (await world.mailsTo(email)).filter(({ text }) => text.includes('/reset-password'))
  expect(links).toHaveLength(5)
  // The next link is sent after ten minutes at the latest. Until then, the first one still works.
  world.turnClock(9 * 60_000)
  await world.client().resetPassword({ body: { token: tokenIn(links[0]!), password: 'cedar window thirteen' } })
})
