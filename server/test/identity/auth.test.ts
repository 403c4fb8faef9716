import { expect, test } from 'vitest'
import { codeIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { bornYearsAgo } from '../../../scripts/present.ts'
import { shared, startWorld } from '../world.ts'

const anyWorld = shared(startWorld)

test('a new member is signed in with an address still to verify', async () => {
  const world = await anyWorld()
  const body = registration('Zoë')
  const joined = await world.client().register({ body })
  expect(joined).toMatchObject({
    requiresVerification: true,
    requiresProfileCompletion: true,
    user: {
      firstName: 'Zoë',
      name: 'Zoë',
      email: body.email,
      isActive: true,
      isEmailVerified: false,
      emailVerificationSent: true,
      isAdmin: false,
    },
  })
  const profile = await world.client(joined.token).getProfile()
  expect(profile.userData.user._id).toBe(joined.user._id)
  expect(profile).toMatchObject({
    requiresVerification: true,
    onboardingComplete: false,
    userData: { privacySettings: { showLastActive: true } },
  })
})

test('the verification email starts with its code, the only six digits in it', async () => {
  const world = await anyWorld()
  const { email } = await world.newcomer()
  const [mail] = await world.mailsTo(email)
  expect(mail!.raw.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual([codeIn(mail!), codeIn(mail!)]) // once as text, once as HTML
  expect(mail!.raw.indexOf('text/plain')).toBeLessThan(mail!.raw.indexOf('text/html'))
  expect(mail!.subject).not.toContain(codeIn(mail!))
})

test('a taken address is refused, and its owner is notified', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  const again = world.client().register({ body: { ...registration('Ben'), email: email.toUpperCase() } })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'already_exists', message: 'User already exists' })
  expect((await world.mailsTo(email, 2)).at(-1)!.subject).toBe('You already have a Kindred account')
})

test('two concurrent registrations with one address make one account', async () => {
  const world = await anyWorld()
  const body = registration()
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => world.client().register({ body })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await world.deps.db.selectFrom('accounts').select('id').where('email', '=', body.email).execute()
  expect(rows).toHaveLength(1)
})

test('people under 18 are politely refused, at the right field', async () => {
  const world = await anyWorld()
  const join = (dateOfBirth: string) => world.client().register({ body: { ...registration(), dateOfBirth } })
  await expect(join(bornYearsAgo(17))).rejects.toMatchObject({
    status: 400,
    message: 'You need to be 18 or older to use Kindred.',
    details: { errors: [{ path: 'dateOfBirth' }] },
  })
  await expect(join('1870-01-01')).rejects.toMatchObject({ status: 400, message: 'Please check your date of birth.' })
  await expect(join('2001-02-30')).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'dateOfBirth' }] },
  })
})

test.each([
  ['password1', 'too common'],
  ['short', 'at least 8'],
  ['Marlowe1994', 'too close to your name'],
])('the password %s is refused with a reason', async (password, reason) => {
  const world = await anyWorld()
  const join = world.client().register({ body: { ...registration(), password } })
  await expect(join).rejects.toMatchObject({
    status: 400,
    code: 'weak_password',
    message: expect.stringContaining(reason),
    details: { errors: [{ path: 'password' }] },
  })
})

test('everything that keeps someone from joining is said at once', async () => {
  const world = await anyWorld()
  const body = { ...registration(), dateOfBirth: '2015-02-03', password: 'short', acceptTerms: false }
  await expect(world.client().register({ body })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    details: { errors: [{ path: 'dateOfBirth' }, { path: 'acceptTerms' }, { path: 'password' }] },
  })
})

test('unknown keys, blank names and invalid email addresses are refused, each with its path', async () => {
  const world = await anyWorld()
  const body = { ...registration(), firstName: '   ', email: 'not an address', isAdmin: true }
  const refusal = world.client().register({ body } as never)
  await expect(refusal).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  const error = await refusal.catch((e: { details: { errors: { path: string }[] } }) => e)
  expect((error as { details: { errors: { path: string }[] } }).details.errors.map(({ path }) => path).sort()).toEqual([
    'email',
    'firstName',
    'isAdmin',
  ])
})

test('a sign-in says which steps are still due', async () => {
  const world = await anyWorld()
  const { email, password, user } = await world.newcomer()
  const { data } = await world.client().login({ body: { email: ` ${email.toUpperCase()} `, password } })
  expect(data).toMatchObject({
    user: { _id: user._id },
    requiresVerification: true,
    verificationToken: expect.any(String),
    onboardingComplete: false,
  })
})

test('a wrong password, a missing account and nonsense get the same refusal', async () => {
  const world = await anyWorld()
  const { email } = await world.member()
  const deactivated = await world.member()
  await world.setState(deactivated, 'deactivated')
  const tries = [
    { email, password: 'wrong wrong wrong' },
    { email, password: '' },
    { email, password: 'x'.repeat(10_000) },
    { email: 'nobody@people.example', password: 'wrong wrong wrong' },
    { email: '', password: '' },
    { email: 'a\0b@people.example', password: 'x' },
    { email: deactivated.email, password: 'wrong wrong wrong' },
  ]
  const answers = await Promise.all(
    tries.map(async (body) => {
      const answer = await world.request('/api/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return `${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`
    }),
  )
  expect(new Set(answers)).toEqual(new Set([expect.stringContaining('401 {"message":"Wrong email or password"')]))
})

test('a deactivated member signs in to a restricted session', async () => {
  const world = await anyWorld()
  const person = await world.member()
  await world.setState(person, 'suspended')
  const { data } = await world.client().login({ body: { email: person.email, password: person.password } })
  expect(data.user.isActive).toBe(false)
  const restricted = world.client(data.token)
  expect((await restricted.getProfile()).userData.user.state).toBe('suspended')
  await expect(restricted.listIdentities()).rejects.toMatchObject({ status: 403, code: 'account_restricted' })
})

test('signing out always succeeds, and ends the session even with an expired access token', async () => {
  const world = await startWorld()
  const { client, token, refreshToken } = await world.member()
  await client.logout({ body: {} })
  await expect(world.client(token).getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(world.client().refreshToken({ body: { refreshToken } })).rejects.toMatchObject({ status: 401 })

  const other = await world.member()
  world.turnClock(11 * 60_000)
  await expect(world.client(other.token).getProfile()).rejects.toMatchObject({ status: 401 })
  await world.client(other.token).logout({ body: { refreshToken: other.refreshToken } })
  await expect(world.client().refreshToken({ body: { refreshToken: other.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })

  for (const body of [undefined, {}, { refreshToken: 7 }, { refreshToken: 'nonsense' }])
    expect(await world.client().logout({ body } as never)).toEqual({ done: true })
})

test('a new device is announced by email, a known one is not', async () => {
  const world = await anyWorld()
  const { email, password } = await world.member()
  const signIn = (agent: string) =>
    world.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email, password }),
    })
  await signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const mails = await world.mailsTo(email, 2)
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email for Kindred', 'New sign-in to Kindred'])
  expect(mails[1]!.text).toContain('Firefox on Linux')
})

test("guessing is slowed down, and can't lock owners out of the places they signed in from", async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password } = await world.member()
  const guess = () =>
    world
      .client()
      .login({ body: { email, password: 'wrong wrong wrong' } })
      .catch((error: { status: number; details: object }) => error)
  const answers = await Promise.all(Array.from({ length: 14 }, guess))
  const statuses = answers.map((answer) => (answer as { status: number }).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.find((answer) => (answer as { status: number }).status === 429)).toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: expect.any(Number) },
  })
  world.turnClock(16 * 60_000)
  await expect(world.client().login({ body: { email, password } })).resolves.toMatchObject({
    data: { user: { email } },
  })
})
