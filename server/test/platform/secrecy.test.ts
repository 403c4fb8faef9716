import { expect, test } from 'vitest'
import { oneTimeCode } from '../one-time-code.ts'
import { codeIn, tokenIn } from '../outbox.ts'
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
  const { recoveryCodes } = (await client.confirmSecondFactor({ body: { code: await oneTimeCode(world, secret) } }))
    .data
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
