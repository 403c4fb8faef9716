import { chromium } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageOf, received, startCall, statsOf } from '../call-pages.ts'
import { fakeDevices } from '../fake-devices.ts'
import { administrator, expect, test, matched } from '../world.ts'
import { weakLink } from '../weak-link.ts'

// Tests that need a network, run by npm run prove -- --only relays: a weak connection, and coturn as the relay.

const withArguments = (...more: string[]) => ({
  launchOptions: { ...fakeDevices.launchOptions, args: [...fakeDevices.launchOptions.args, ...more] },
})

// The weak link needs IP addresses rather than mDNS names, which only browsers can resolve.
test.use(withArguments('--disable-features=WebRtcHideLocalIpsWithMdns'))
test.skip(process.env['PROVE'] !== 'full', 'These take long: npm run prove -- --only relays')

test('on a weak connection, the camera turns off and the voice continues', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const link = await weakLink()
  const hers = await pageOf(browser, ada, `/chat/${matchId}`, (each) => link.join(each, 0))
  const his = await pageOf(browser, ben, '/discover', (each) => link.join(each, 1))
  const { calling, called } = await startCall(hers, his)
  for (const call of [calling, called]) await expect(call.getByRole('status')).toHaveText('Connected')
  await calling.getByRole('button', { name: 'Turn on camera (blurred)' }).click()
  await expect.poll(() => received(his, 'video')).toBeGreaterThan(500)
  link.lose(0.35)
  await expect(calling.getByRole('status')).toContainText('we turned off your camera', { timeout: 60_000 })
  await expect(calling.getByLabel('Your blurred video')).toBeHidden()
  await expect(called.getByLabel('Ada’s video')).not.toHaveClass(/inset-0/)
  const before = await received(his, 'audio')
  await expect.poll(() => received(his, 'audio')).toBeGreaterThan(before + 500)
  // Once the connection is good again, the member chooses whether to turn the camera back on.
  link.lose(0)
  await calling.getByRole('button', { name: 'Turn on camera (blurred)' }).click()
  await expect(calling.getByRole('status')).toHaveText('Connected')
  link.close()
})

const TURN_SERVER = '/usr/bin/turnserver'
const SECRET = 'a-secret-that-both-know'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const ownAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

async function startCoturn(folder: string) {
  const [address, port] = [ownAddress(), await freePort()]
  const settings = [
    '-n --no-cli --no-tls --no-dtls --no-software-attribute --log-file=stdout --use-auth-secret --realm=kindred.example',
    `--allow-loopback-peers --listening-ip=${address} --relay-ip=${address} --listening-port=${port}`,
    `--pidfile=${join(folder, 'coturn.pid')} --db=${join(folder, 'coturn.db')} --static-auth-secret=${SECRET}`,
  ]
  const child = spawn(TURN_SERVER, settings.join(' ').split(' '), { stdio: 'ignore' })
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, address, () => (socket.destroy(), resolve(true))).on('error', () => resolve(false))
    })
  await expect.poll(isOpen).toBe(true)
  return { child, url: `turn:${address}:${port}?transport=tcp` }
}

async function startServer(folder: string, relay: string) {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      DEMO: '0',
      RATE_LIMIT: 'off',
      TURN_URLS: relay,
      TURN_SECRET: SECRET,
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 180_000 }).toBe(true)
  return { child, url }
}

/** coturn doesn't exit until its sessions expire, so it is killed. */
async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A browser that uses only TCP to servers, so that it reaches another browser only through a relay. */
const confined = (baseURL: string) =>
  chromium
    .launch(withArguments('--force-webrtc-ip-handling-policy=disable_non_proxied_udp').launchOptions)
    .then((browser) => ({
      newContext: () => browser.newContext({ baseURL }),
      close: () => browser.close(),
    }))

test('browsers that reach each other only through the relay talk over it', async ({ playwright: _ }) => {
  test.skip(!existsSync(TURN_SERVER), 'coturn isn’t installed (npm run ops-tools)')
  test.setTimeout(400_000)
  const folder = mkdtempSync(join(tmpdir(), 'kindred-relay-'))
  const coturn = await startCoturn(folder)
  const server = await startServer(folder, coturn.url)
  const [one, other] = [await confined(server.url), await confined(server.url)]
  try {
    const { ada, ben, matchId } = await matched(await (await one.newContext()).newPage())
    const hers = await pageOf(one, ada, `/chat/${matchId}`)
    const his = await pageOf(other, ben, '/discover')
    const { calling, called } = await startCall(hers, his, false)
    for (const call of [calling, called]) await expect(call.getByRole('status')).toHaveText('Connected')
    for (const each of [hers, his]) {
      await expect.poll(() => received(each, 'audio')).toBeGreaterThan(500)
      const candidates = (await statsOf(each)).filter(({ type }) => String(type).endsWith('-candidate'))
      expect(new Set(candidates.map(({ candidateType }) => candidateType))).toEqual(new Set(['relay']))
    }
    await calling.getByRole('button', { name: 'Hang up' }).click()
    await expect(called.getByRole('status')).toHaveText('The call has ended.')
  } finally {
    await Promise.all([one.close(), other.close(), end(server.child), end(coturn.child, 'SIGKILL')])
    rmSync(folder, { recursive: true, force: true })
  }
})
