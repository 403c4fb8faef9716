import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SECRET, serverProcess } from '../processes.ts'
import { startWorld, until, type World } from '../world.ts'

const photo = (width: number, height: number, background = '#c0563a') =>
  sharp({ create: { width, height, channels: 3, background } })

const small = () => photo(600, 800).jpeg().toBuffer()
/** A picture that takes a while and several hundred megabytes to decode. */
const heavy = () => photo(6000, 6000).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()

async function send(base: string, token: string, bytes: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'me.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${base}/api/v1/media`, { method: 'POST', headers, body: form })
  const body = (await answer.json()) as { code?: string; message?: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const workerOf = (world: World) => until(() => world.deps.images.pid())

test('no picture is lost when the process that renders them is killed repeatedly', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const bytes = await photo(3000, 4000).png().toBuffer()
  expect(world.deps.images.pid()).toBeUndefined()
  const sent = Promise.all(Array.from({ length: 6 }, () => send(world.base, token, bytes)))
  process.kill(await workerOf(world), 'SIGKILL')
  expect((await sent).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  process.kill(await workerOf(world), 'SIGKILL')
  expect((await send(world.base, token, bytes)).status).toBe(201)
  expect((await world.request('/readyz')).status).toBe(200)
})

test('a picture that needs too much memory is refused, and those behind it are rendered', async () => {
  const world = await startWorld({ images: { memory: 300 } })
  const { token } = await world.dater()
  const [bomb, fine] = [await heavy(), await small()]
  const [refused, ...others] = await Promise.all(
    [bomb, fine, fine, fine].map((bytes) => send(world.base, token, bytes)),
  )
  expect(refused).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: expect.stringMatching(/couldn’t open/),
  })
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(world.deps.images.figures()).toEqual({ waiting: 0, deaths: 2 })
})

test('a picture that takes too long is refused, and the next one is rendered', async () => {
  const images = { within: 500 }
  const world = await startWorld({ images })
  const { token } = await world.dater()
  const [bomb, fine] = [await heavy(), await small()]
  expect(await send(world.base, token, bomb)).toMatchObject({ status: 400, code: 'invalid_request' })
  // The process restarts for the next picture, which takes a while on a busy machine.
  images.within = 60_000
  expect((await send(world.base, token, fine)).status).toBe(201)
})

test('when the process keeps getting killed, an upload is answered as unavailable, not as damaged', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  let killed = 0
  const killing = setInterval(() => {
    const pid = world.deps.images.pid()
    if (!pid || !isAlive(pid)) return
    process.kill(pid, 'SIGKILL')
    killed++
  }, 5)
  const answer = await send(world.base, token, await heavy()).finally(() => clearInterval(killing))
  expect(killed).toBeGreaterThan(1)
  expect(answer).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(answer.retryAfter)).toBeGreaterThan(0)
})

test('the process exits after a while without pictures, and starts with the next one', async () => {
  const world = await startWorld({ images: { idle: 50 } })
  const { token } = await world.dater()
  const bytes = await small()
  expect((await send(world.base, token, bytes)).status).toBe(201)
  await until(() => world.deps.images.pid() === undefined)
  expect((await send(world.base, token, bytes)).status).toBe(201)
})

test('the process exits with its server', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  await send(world.base, token, await small())
  const worker = await workerOf(world)
  await world.stop()
  expect(isAlive(worker)).toBe(false)
})

test('the process exits when its server is killed while it renders', async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: SECRET } })
  const { token } = await world.dater()
  const server = await serverProcess(world)
  const childrenOf = (pid: number) =>
    spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number)
  const sent = send(server.base, token, await heavy()).catch(() => undefined)
  const [worker] = await until(() => {
    const children = childrenOf(server.pid())
    return children.length > 0 ? children : undefined
  })
  await server.kill()
  await until(() => !isAlive(worker!))
  expect(await sent).toBeUndefined()
})
