import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { api, createClient } from '@kindred/contract'
import { expect, onTestFinished, test } from 'vitest'
import { makeScratchFolder } from '../../../scripts/scratch.ts'
import { PREFIX } from '../../src/app.ts'
import { isAlive } from '../../src/infra/embedded/lock.ts'
import { registration } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { ownPort } from '../processes.ts'
import { until } from '../world.ts'

/** Extra time in `npm test`, where many tests share a machine. */
const SLACK = rounds(4, 1)

// The bundled PostgreSQL dies. These tests kill only processes from its PID file.

/** The product as `npm start` runs it, with its own database. */
async function startProduct() {
  const dataDir = makeScratchFolder('deaths')
  chmodSync(dataDir, 0o711)
  const port = await ownPort()
  const base = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  onTestFinished(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ready = () =>
    fetch(`${base}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  const location = join(dataDir, 'database.location')
  const folder = () => (existsSync(location) ? readFileSync(location, 'utf8').trim() : join(dataDir, 'database'))
  const postmaster = () => Number(readFileSync(join(folder(), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const client = (token?: string) =>
    createClient(api, async ({ method, url, body }) => {
      const answer = await fetch(`${base}${PREFIX}${url}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    })
  await until(async () => (await ready()) === 200, 90_000)
  return { base, client, postmaster, ready, stop }
}

test('a bundled database that is killed starts again, keeps what was acknowledged, and readiness says so', async () => {
  const product = await startProduct()
  const kills = rounds(2, 10)
  let [slowestDown, slowestUp] = [0, 0]
  for (let round = 0; round < kills; round++) {
    const person = registration()
    await product.client().register({ body: person })
    const pid = product.postmaster()
    process.kill(pid, 'SIGKILL')
    const died = performance.now()
    await until(async () => (await product.ready()) === 503, 2000 * SLACK)
    slowestDown = Math.max(slowestDown, performance.now() - died)
    expect((await fetch(`${product.base}/healthz`)).status).toBe(200)
    await until(async () => (await product.ready()) === 200, 60_000)
    slowestUp = Math.max(slowestUp, performance.now() - died)
    expect(product.postmaster()).not.toBe(pid)
    const { data } = await product.client().login({ body: { email: person.email, password: person.password } })
    expect(data.user.email).toBe(person.email)
  }
  proof(
    `${kills} kills of the bundled database: not ready within ${(slowestDown / 1000).toFixed(1)} s, ` +
      `ready again within ${(slowestUp / 1000).toFixed(1)} s, every account there`,
  )
})

test('a server that stops leaves its database stopped', async () => {
  const product = await startProduct()
  const pid = product.postmaster()
  await product.stop()
  await until(() => !isAlive(pid))
  await pause(1000)
  expect(() => product.postmaster()).toThrow('ENOENT')
})
