import { expect, test } from 'vitest'
import { ageOf, askAge } from '../asking-age.ts'
import { openAgeProvider } from '../local-openid.ts'
import type { Person } from '../people.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { startWorld, stopWhenOver, type World } from '../world.ts'

type Provider = Awaited<ReturnType<typeof openAgeProvider>>
type Answer = Parameters<Provider['authorize']>[1]

async function startWithProvider(env: Record<string, string> = {}): Promise<{ world: World; provider: Provider }> {
  const provider = await openAgeProvider()
  stopWhenOver(provider.close)
  const world = await startWorld({ env: { ...provider.env, ...env } })
  await askAge(world, { when: ['message'], methods: ['openid'], openid: { name: 'It’s me' } })
  return { world, provider }
}

const start = async ({ client }: Person) => (await client.startAgeProvider()).data.address
const finish = ({ client }: Person, body: { code: string; state: string }) => client.finishAgeProvider({ body })

async function answered(person: Person, provider: Provider, answer?: Answer) {
  const result = await finish(person, provider.authorize(await start(person), answer)).catch((error: unknown) => error)
  return result
}

const years = (count: number, days = 0): string => {
  const day = inFuture(days * 86_400_000)
  day.setUTCFullYear(day.getUTCFullYear() - count)
  return day.toISOString().slice(0, 10)
}

const invalid = { status: 400, code: 'invalid_secret' }

/** Everything that the database has about someone's proof. */
const kept = async (world: World, { user }: Person) =>
  (
    await world.query(
      `select age_proven_by as by, age_proven_on is not null as is_proven from accounts where id = '${user._id}'`,
    )
  ).rows[0]

test('a provider’s claim proves the age, and only the day is kept', async () => {
  const { world, provider } = await startWithProvider()
  const good: Answer[] = [
    { claims: { age_over_18: true } },
    { claims: { age_equal_or_over: { 18: true } } },
    { claims: { birthdate: years(18, -2) } },
    { userinfo: { birthdate: '1990-01-01', name: 'Mira Osei' } },
  ]
  for (const answer of good) {
    const ada = await world.member()
    expect(await ageOf(ada)).toMatchObject({ needed: 'message', methods: ['openid'], provider: 'It’s me' })
    const address = new URL(await start(ada))
    expect(address.searchParams.get('scope')).toBe('openid')
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(await answered(ada, provider, answer)).toMatchObject({
      data: { age: { needed: null, proven: { by: 'openid' } } },
    })
    expect(await kept(world, ada)).toEqual({ by: 'openid', is_proven: true })
    // Proven once, there's nothing more to ask.
    await expect(start(ada)).rejects.toMatchObject({ status: 409 })
  }
  const { rows } = await world.query(`select * from secrets where purpose = 'age-redirect'`)
  expect(JSON.stringify(rows)).not.toMatch(/mira|1990|over_18/i)
  expect(world.logged()).not.toMatch(/Mira|1990-01-01|birthdate/)
})

test('an answer that says less, or isn’t for this request, proves nothing', async () => {
  const { world, provider } = await startWithProvider()
  const ada = await world.member()
  const past = Math.floor(present().getTime() / 1000) - 7200
  const over = { age_over_18: true }
  const bad: Record<string, Answer> = {
    'under 18': { claims: { age_over_18: false } },
    'a birthday tomorrow': { claims: { birthdate: years(18, 1) } },
    'no age': {},
    'another nonce': { claims: over, nonce: 'of-someone-else' },
    expired: { claims: { ...over, iat: past, exp: past + 300 } },
    'another audience': { claims: { ...over, aud: 'another-client' } },
    'another issuer': { claims: { ...over, iss: 'https://elsewhere.example' } },
    forged: { claims: over, forged: true },
    'user info of someone else': { userinfo: { sub: 'ben', ...over } },
  }
  for (const [name, answer] of Object.entries(bad))
    expect([name, await answered(ada, provider, answer)]).toMatchObject([name, invalid])
  expect(await kept(world, ada)).toEqual({ by: null, is_proven: false })
})

test('a state works once, for its own account, for ten minutes, and only the latest', async () => {
  const { world, provider } = await startWithProvider()
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const over = { claims: { age_over_18: true } }

  const foreign = provider.authorize(await start(ada), over)
  await expect(finish(ben, foreign)).rejects.toMatchObject(invalid)
  await expect(finish(ada, foreign)).rejects.toMatchObject(invalid)

  const former = provider.authorize(await start(ada), over)
  await start(ada)
  await expect(finish(ada, former)).rejects.toMatchObject(invalid)
  // A code belongs to the verifier of its own request.
  const { state } = provider.authorize(await start(ben), over)
  await expect(finish(ben, { code: provider.authorize(await start(ada), over).code, state })).rejects.toMatchObject(
    invalid,
  )

  const good = provider.authorize(await start(ada), over)
  const both = await Promise.allSettled([finish(ada, good), finish(ada, good)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  const late = provider.authorize(await start(ben), over)
  world.turnClock(9 * 60_000)
  const { data } = await world.client().refreshToken({ body: { refreshToken: ben.refreshToken } })
  world.turnClock(60_000)
  await expect(finish({ ...ben, client: world.client(data.token) }, late)).rejects.toMatchObject(invalid)
  expect(await kept(world, ben)).toEqual({ by: null, is_proven: false })
})

test('where the provider isn’t offered, or down, or asked too often, nothing is proven', async () => {
  const { world, provider } = await startWithProvider({ RATE_LIMIT: 'on' })
  const ada = await world.member()
  provider.close()
  await expect(start(ada)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  const outcomes = []
  for (let at = 0; at < 25; at++) outcomes.push(await start(ada).catch(({ code }: { code: string }) => code))
  expect(outcomes.at(-1)).toBe('rate_limited')

  const other = await startWorld()
  const ben = await other.member()
  await expect(start(ben)).rejects.toMatchObject({ status: 403, code: 'turned_off' })
  await expect(finish(ben, { code: 'x', state: 'y' })).rejects.toMatchObject({ status: 403, code: 'turned_off' })
})
