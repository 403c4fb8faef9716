import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { codeIn, tokenIn } from '../outbox.ts'
import { proof, rounds } from '../proofs.ts'
import { registration } from '../people.ts'
import { startWorld } from '../world.ts'

test('no password, token, code or secret appears in logs, email subjects, or plainly in the database', async () => {
  const world = await startWorld({ env: { LOG_LEVEL: 'trace' } })
  const { client, email, password, token, refreshToken, verificationToken, user } = await world.newcomer()
  const code = codeIn((await world.mailsTo(email))[0]!)
  await client.verifyEmail({ body: { code } })
  await world
    .client()
    .login({ body: { email, password: 'a wrong password canary' } })
    .catch(() => {})
  await world.client().forgotPassword({ body: { email } })
  const link = tokenIn((await world.mailsTo(email, 2))[1]!)
  const { secret } = (await client.startSecondFactor()).data
  const { recoveryCodes } = (await client.confirmSecondFactor({ body: { code: await generate({ secret }) } })).data
  await world.request(`/api/v1/auth/profile?token=${token}`)
  await world.request('/api/v1/status', { headers: { referer: `${world.base}/reset-password#token=${link}` } })

  const canaries = {
    password,
    wrong: 'a wrong password canary',
    token,
    refreshToken,
    verificationToken,
    link,
    secret,
    recovery: recoveryCodes[0]!,
  }
  const log = world.logged()
  const tables = [
    'accounts',
    'sessions',
    'secrets',
    'second_factors',
    'recovery_codes',
    'mails',
    'audit_log',
    'audit_contents',
    'sign_ins',
  ] as const
  const stored = JSON.stringify(
    await Promise.all(tables.map((table) => world.deps.db.selectFrom(table).selectAll().execute())),
    (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
        ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
        : value,
  )
  const jobs = JSON.stringify((await world.query('select data, output from pgboss.job')).rows)
  const subjects = (await world.mailsTo(email, 2)).map(({ subject }) => subject).join()
  for (const [name, canary] of Object.entries({ ...canaries, code })) {
    expect([name, subjects.includes(canary), stored.includes(canary), jobs.includes(canary)]).toEqual([
      name,
      false,
      false,
      false,
    ])
  }
  // Six digits can occur in a timestamp by chance; the other canaries are long enough to be unique.
  expect(Object.entries(canaries).filter(([, canary]) => log.includes(canary))).toEqual([])
  expect(log).toContain('"call":"login"')
  expect([log.includes(email), jobs.includes(email)]).toEqual([false, false])
  expect(user.email).toBe(email)
})

test('pages send other sites no referrer', async () => {
  const world = await startWorld()
  for (const path of ['/reset-password', '/verify-email', '/api/v1/status', '/docs'])
    expect((await world.request(path)).headers.get('referrer-policy')).toBe('no-referrer')
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
type Medians = Record<string, number>

const MOST_BLOCKS = 8

/**
 * The median duration of each kind, in ms. Measures in blocks until the medians are alike: noise fades as the count
 * grows, while a real difference stays.
 */
async function mediansOf(
  kinds: Record<string, () => Promise<unknown>>,
  count: number,
  areAlike: (m: Medians) => boolean,
) {
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let block = 1; ; block++) {
    for (let round = 0; round < count; round++)
      for (const [kind, ask] of Object.entries(kinds)) {
        const began = performance.now()
        await ask().catch(() => {})
        times.get(kind)!.push(performance.now() - began)
      }
    const medians = Object.fromEntries([...times].map(([kind, values]) => [kind, median(values)]))
    if (areAlike(medians) || block === MOST_BLOCKS) return medians
  }
}

const inWords = (medians: Medians) =>
  Object.entries(medians)
    .map(([kind, ms]) => `${kind} ${ms.toFixed(2)}`)
    .join(' · ')

test('the time of a refusal does not reveal whether an account exists', async () => {
  const world = await startWorld({ strongPasswords: true })
  const deactivated = await world.member()
  await world.setState(deactivated, 'deactivated')
  const { rows } = await world.query(`select password_hash from accounts where id = '${deactivated.user._id}'`)
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  const providerOnly = await world.member()
  await world.deps.db
    .updateTable('accounts')
    .set({ password_hash: null })
    .where('id', '=', providerOnly.user._id)
    .execute()
  const kinds: Record<string, () => { email: string; password: string }> = {
    existing: ((email) => () => ({ email, password: 'wrong wrong wrong' }))((await world.member()).email),
    missing: () => ({ email: registration().email, password: 'wrong wrong wrong' }),
    'provider only': () => ({ email: providerOnly.email, password: 'wrong wrong wrong' }),
    deactivated: () => ({ email: deactivated.email, password: 'wrong wrong wrong' }),
    unverified: ((email) => () => ({ email, password: 'wrong wrong wrong' }))((await world.newcomer()).email),
    'empty password': () => ({ email: deactivated.email, password: '' }),
    '10 kB password': () => ({ email: deactivated.email, password: 'x'.repeat(10_000) }),
  }
  const logins = Object.entries(kinds).map(
    ([kind, body]) => [kind, () => world.client().login({ body: body() })] as const,
  )
  // The tolerance is far less than the duration of a password hash, and than the variation between requests.
  const areAlike = (medians: Medians) =>
    Math.max(...Object.values(medians)) - Math.min(...Object.values(medians)) < medians['missing']! * 0.2
  const medians = await mediansOf(Object.fromEntries(logins), rounds(25, 300), areAlike)
  proof(`median time of a refused sign-in, in ms: ${inWords(medians)}`)
  expect([medians, areAlike(medians)]).toEqual([medians, true])
})

test('requesting a new password or code takes as long for an unknown address', async () => {
  const world = await startWorld({ strongPasswords: true })
  const [member, newcomer] = [await world.member(), await world.newcomer()]
  const kinds: Record<string, () => Promise<unknown>> = {
    'forgot, existing': () => world.client().forgotPassword({ body: { email: member.email } }),
    'forgot, missing': () => world.client().forgotPassword({ body: { email: registration().email } }),
    'resend, existing': () => world.client().resendVerification({ body: { email: newcomer.email } }),
    'resend, missing': () => world.client().resendVerification({ body: { email: registration().email } }),
  }
  const areAlike = (medians: Medians) =>
    ['forgot', 'resend'].every((ask) => Math.abs(medians[`${ask}, existing`]! - medians[`${ask}, missing`]!) < 5)
  const medians = await mediansOf(kinds, rounds(40, 300), areAlike)
  proof(`median time of a request for a code or link, in ms: ${inWords(medians)}`)
  expect([medians, areAlike(medians)]).toEqual([medians, true])
})
