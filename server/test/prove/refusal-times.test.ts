import { expect, test } from 'vitest'
import { proof, rounds } from '../proofs.ts'
import { registration } from '../people.ts'
import { startWorld } from '../world.ts'

// Nobody learns from the time of a response whether an account exists.

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
