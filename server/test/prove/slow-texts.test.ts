import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { phrasesOf } from '../../../contract/src/phrases.ts'
import { startWorld } from '../world.ts'

// Texts that would take long to normalize, search or compare with phrases.

test('no text that fits into a request holds up everyone else', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const text = 'a' + '\u0344'.repeat(15_900) + '\u0316'.repeat(15_900)
  const send = (method: string, path: string, body: object) =>
    world.request(`/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const registration = {
    firstName: 'Ada',
    lastName: 'Marlowe',
    email: 'ada@people.example',
    password: 'a long way to the sea',
    dateOfBirth: '1990-01-01',
  }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for (const name of ['firstName', 'lastName', 'email', 'password'])
    expect((await send('POST', '/auth/register', { ...registration, [name]: text })).status).toBe(400)
  expect((await send('POST', '/auth/login', { email: text, password: 'p' })).status).toBe(401)
  expect((await send('POST', '/auth/login', { email: 'nobody@people.example', password: text })).status).toBe(401)
  await send('POST', '/auth/forgot-password', { email: text })
  await send('PUT', '/auth/edit-profile', { bio: text })
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(300)
})

test('reading thousands of phrases and finding them in a long text takes milliseconds, the first time as well', () => {
  const words = Array.from({ length: 3000 }, (_, n) => `send ${(n + 7919).toString(36)} by ${n.toString(36)} card`)
  const text = 'what a lovely day, and how was yours by the sea? send 646 by 7 card '.repeat(60)
  const began = process.threadCpuUsage()
  const find = phrasesOf(words.map((word) => [[word], word] as const))
  expect([...find(text)]).toEqual(words.slice(7, 8))
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(200)
})

test('a long run of white space takes time in proportion to its length', () => {
  const find = phrasesOf([[['gift card'], 'gift card']])
  const gap = ' '.repeat(30_000)
  const began = process.threadCpuUsage()
  expect([...find(`gift${gap}card${gap}gift`)]).toEqual(['gift card'])
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(500)
})

/** Each character folds into 18 letters, which makes searches slow. */
const SLOW = '\u{fdfa}'.repeat(2000)

async function slowTalk() {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  return { world, ...(await world.talking()) }
}

test('a member whose searches are slow gets few of them, each ends soon, and no one else waits', async () => {
  const { world, ada, ben, id } = await slowTalk()
  await world.query(`insert into messages (match_id, seq, sender_id, client_id, text, created_at)
    select '${id}', n, '${ada.user._id}', n, '${SLOW}', now() from generate_series(1, 1500) n`)
  const [eve, zoe] = [await world.dater(), await world.dater()]
  const other = await world.matched(eve, zoe)
  await eve.client.sendMessage({ params: { id: other }, body: { clientId: 'hello-there', text: 'An aquarium' } })

  const began = performance.now()
  const slow = Array.from({ length: 16 }, (_, n) => (n % 2 ? ada : ben).client.searchMessages({ query: { q: 'zzqq' } }))
  const outcomes = Promise.allSettled(slow)
  for (let n = 0; n < 10; n++) {
    const { messages } = (await zoe.client.searchMessages({ query: { q: 'aquarium' } })).data
    expect(messages).toMatchObject([{ text: 'An aquarium' }])
  }
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 429 } })
  expect(performance.now() - began).toBeLessThan(15_000)
})
