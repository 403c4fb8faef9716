import { readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mediaFolder } from '../../src/config.ts'
import { tryToUpload } from '../pictures.ts'
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

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []))

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

test('a full disk is reported as such, and leaves no partial picture', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const folder = mediaFolder(world.config)
  const send = () => tryToUpload(world, token)
  const { storage } = world.deps
  const put = storage.put.bind(storage)
  let puts = 0
  // The second of a picture's files doesn't fit.
  storage.put = (key, bytes) =>
    ++puts === 2
      ? Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      : put(key, bytes)
  mkdirSync(folder, { recursive: true })
  const full = await send()
  expect([full.status, Number(full.retryAfter) > 0]).toEqual([503, true])
  expect(full.body).toMatch(/can’t save photos/)
  expect(filesIn(folder)).toEqual([])
  expect((await world.query('select 1 from pictures where position is null')).rowCount).toBe(0)
  storage.put = put
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  expect((await send()).status).toBe(503)
  rmSync(folder)
  expect((await send()).status).toBe(201)
})

test('a picture that the database refuses leaves no file', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  await world.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await world.query('create trigger refuse before insert on pictures for each row execute function refuse()')
  expect((await tryToUpload(world, token)).status).toBe(500)
  expect(filesIn(mediaFolder(world.config))).toEqual([])
})
