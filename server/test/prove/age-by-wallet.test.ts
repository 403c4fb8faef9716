import { minutes } from '../../src/infra/clock.ts'
import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import { openIssuer, present, requestIn, type TestIssuer, type Wanted } from '../wallet.ts'
import type { Person } from '../people.ts'
import { inFuture, present as presentTime } from '../../../scripts/present.ts'
import { startWorld, type World } from '../world.ts'

const notAccepted = { status: 400, body: { code: 'invalid_secret', message: 'This proof of age wasn’t accepted.' } }
const accepted = { status: 200, body: {} }

async function allow(world: World, { authority }: TestIssuer): Promise<void> {
  const ines = await world.administrator()
  await configure(ines.client, { age: { when: ['message'], methods: ['wallet'], issuers: authority } })
}

async function begin(env: Record<string, string> = {}) {
  const world = await startWorld({ env })
  const issuer = await openIssuer(presentTime())
  await allow(world, issuer)
  return { world, issuer, ada: await world.member() }
}

const start = async ({ client }: Person): Promise<Wanted> => requestIn((await client.startWallet()).data.link)
const stateOf = async ({ client }: Person) => (await client.getWallet()).data.state
const ageOf = async ({ client }: Person) => (await client.getAge()).data.age

/** Posts as a wallet does, to the address in the link. */
async function post(world: World, to: string, fields: Record<string, string> | string[][]) {
  const answer = await world.request(new URL(to).pathname, { method: 'POST', body: new URLSearchParams(fields) })
  const { requestId: _, ...body } = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body }
}

test('someone proves their age with a wallet, and only the way and the day are kept', async () => {
  const { world, issuer, ada } = await begin()
  const asked = await start(ada)
  expect(asked.responseUri).toBe(`${world.deps.config.API_URL}/api/v1/age/wallet/answer`)
  expect(await stateOf(ada)).toBe('waiting')
  const token = await present(await issuer.issue(), asked)
  expect(await post(world, asked.responseUri, { state: asked.state, vp_token: token, more: 'ignored' })).toEqual(
    accepted,
  )
  expect(await stateOf(ada)).toBe('done')
  // The day alone: what is left of the link is our own random number.
  const left = await world.deps.db.selectFrom('secrets').select('payload').where('purpose', '=', 'age-wallet').execute()
  expect(left).toEqual([{ payload: { nonce: asked.nonce } }])
  const on = world.deps.clock.now().toISOString().slice(0, 10)
  expect(await ageOf(ada)).toMatchObject({ needed: null, methods: [], proven: { by: 'wallet', on } })
  await expect(ada.client.startWallet()).rejects.toMatchObject({ code: 'conflict' })
})

test('an accepted answer can’t be used again, by its owner or anyone else', async () => {
  const { world, issuer, ada } = await begin()
  const ben = await world.member()
  const asked = await start(ada)
  const token = await present(await issuer.issue(), asked)
  const fields = { state: asked.state, vp_token: token }
  const answers = await Promise.all([1, 2, 3].map(() => post(world, asked.responseUri, fields)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await post(world, asked.responseUri, fields)).toEqual(notAccepted)
  const his = await start(ben)
  expect(await post(world, his.responseUri, { state: his.state, vp_token: token })).toEqual(notAccepted)
  expect(await stateOf(ben)).toBe('refused')
  expect((await ageOf(ben)).proven).toBeNull()
})

test('a refused proof uses the link up, and doesn’t say why', async () => {
  const { world, issuer, ada } = await begin()
  const stranger = await openIssuer(presentTime())
  const proofs = [
    await issuer.issue({ claims: { age_over_18: false } }),
    await issuer.issue({ until: inFuture(-minutes(10)) }),
    await stranger.issue(),
  ]
  for (const proof of proofs) {
    const asked = await start(ada)
    const { responseUri, state } = asked
    expect(await post(world, responseUri, { state, vp_token: await present(proof, asked) })).toEqual(notAccepted)
    expect(await stateOf(ada)).toBe('refused')
    const good = await present(await issuer.issue(), asked)
    expect(await post(world, responseUri, { state, vp_token: good })).toEqual(notAccepted)
  }
  const declined = await start(ada)
  expect(await post(world, declined.responseUri, { state: declined.state, error: 'access_denied' })).toEqual(
    notAccepted,
  )
  expect(await stateOf(ada)).toBe('refused')
  expect((await ageOf(ada)).proven).toBeNull()
})

test('a link ends after five minutes, or with the next one', async () => {
  const { world, issuer, ada } = await begin()
  const [first, second] = [await start(ada), await start(ada)]
  const proof = await issuer.issue()
  const answer = async (asked: Wanted) =>
    post(world, asked.responseUri, { state: asked.state, vp_token: await present(proof, asked) })
  expect(await answer(first)).toEqual(notAccepted)
  expect(await stateOf(ada)).toBe('waiting')
  world.turnClock(minutes(5))
  expect(await stateOf(ada)).toBe('expired')
  expect(await answer(second)).toEqual(notAccepted)
  expect((await ageOf(ada)).proven).toBeNull()
})

test('a proof of an issuer that isn’t trusted any longer, or a way that isn’t offered, doesn’t count', async () => {
  const { world, issuer, ada } = await begin()
  const asked = await start(ada)
  await allow(world, await openIssuer(presentTime()))
  const token = await present(await issuer.issue(), asked)
  expect(await post(world, asked.responseUri, { state: asked.state, vp_token: token })).toEqual(notAccepted)
  const other = await startWorld()
  const ben = await other.member()
  await expect(ben.client.startWallet()).rejects.toMatchObject({ code: 'turned_off' })
})

test('what isn’t a wallet’s answer is refused', async () => {
  const { world, ada } = await begin()
  const { responseUri, state } = await start(ada)
  expect(await post(world, responseUri, {})).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const twice = [
    ['state', state],
    ['state', state],
  ]
  expect(await post(world, responseUri, twice)).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
  expect(await post(world, responseUri, { state, vp_token: 'a'.repeat(33_000) })).toMatchObject({ status: 400 })
  expect(await post(world, responseUri, { state, vp_token: 'a'.repeat(70_000) })).toMatchObject({ status: 413 })
  expect(await stateOf(ada)).toBe('waiting')
  expect(await post(world, responseUri, { state, vp_token: 'garbage' })).toEqual(notAccepted)
  // No other route takes a form.
  expect(
    await post(world, `${new URL(responseUri).origin}/api/v1/auth/login`, { email: 'a', password: 'b' }),
  ).toMatchObject({ status: 415 })
})

test('links are limited', async () => {
  const { ada } = await begin({ RATE_LIMIT: 'on' })
  const codes: string[] = []
  for (let at = 0; at < 21; at++)
    codes.push(
      await ada.client.startWallet().then(
        () => 'started',
        ({ code }: { code: string }) => code,
      ),
    )
  expect(codes).toEqual([...Array<string>(20).fill('started'), 'rate_limited'])
})
