import { expect, test } from 'vitest'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

type Outcome = { status: number; retryAfter: string | null; body: string }

async function ask(world: World, token: string, method: string, path: string, body?: object): Promise<Outcome> {
  const answer = await world.request(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: text,
  }
}

test('database connections that drop at random cause no client error', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'kindred' and pid <> pg_backend_pid() and random() < 0.5`
  let running = true
  const killing = (async () => {
    while (running) {
      await world.query(end)
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  })()
  const answers: Outcome[] = []
  const requests = rounds(400, 4000)
  const work = async (from: number) => {
    for (let n = from; n < requests; n += 12)
      answers.push(
        await (n % 3 === 0
          ? ask(world, token, 'PUT', '/auth/edit-profile', { bio: `Number ${n}` })
          : n % 3 === 1
            ? ask(world, token, 'POST', '/searches', { name: `Number ${n}`, query: { q: 'sea' } })
            : ask(world, token, 'GET', '/notifications')),
      )
  }
  await Promise.all(Array.from({ length: 12 }, (_, from) => work(from)))
  running = false
  await killing
  // Saving more than twenty searches is a conflict. All other requests succeeded or can be retried.
  const wrong = answers.filter(
    ({ status, retryAfter }) => ![200, 201, 409].includes(status) && !(status === 503 && Number(retryAfter) > 0),
  )
  expect(wrong.map(({ status, body }) => `${status} ${body}`)).toEqual([])
  const refused = answers.filter(({ status }) => status === 503).length
  expect(refused).toBeGreaterThan(0)
  await until(async () => (await world.request('/readyz')).status === 200)
  proof(`${requests} requests while database connections dropped: ${refused} asked to retry, no client errors`)
})
