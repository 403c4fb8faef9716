import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../processes.ts'
import { cloneDatabase, startWorld, until, type World } from '../world.ts'

// Several servers share a database, but each has its own DATA_DIR.

async function beginWith(env: Record<string, string>) {
  const { url: databaseUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const secret = randomBytes(32).toString('base64')
  return (more: Record<string, string> = {}) =>
    startWorld({ databaseUrl, env: { TOKEN_SECRET: secret, ...env, ...more }, eavesdrop: false })
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://love.example',
  SMTP_URL: 'smtp://mail.example',
  RATE_LIMIT: 'on',
}
const keys = {
  VAPID_PUBLIC_KEY: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  VAPID_PRIVATE_KEY: 'dUkzIIB4ZqQXhyzBsk2JmWZ8dl_Xo3sPSL8Ax8hUZKU',
}
const bucket = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}

test('a second server that has other media or push keys is refused', async () => {
  const start = await beginWith(production)
  const first = await start()
  await expect(start()).rejects.toThrow(/stores its media elsewhere[^]*other push keys[^]*SINGLE_SERVER=yes/)
  await expect(start(bucket)).rejects.toThrow('stores its media elsewhere')
  await start({ DATA_DIR: first.config.DATA_DIR })
  await start({ SINGLE_SERVER: 'yes' })
  await expect(start({ DATA_DIR: first.config.DATA_DIR })).rejects.toThrow('stores its media elsewhere')
})

test('servers that share a bucket and their keys start beside each other', async () => {
  const start = await beginWith({ ...production, ...bucket, ...keys })
  const first = await start()
  await start()
  await expect(start({ S3_BUCKET: 'other' })).rejects.toThrow('stores its media elsewhere')
  await first.stop()
})

test('a server starts with other media once the other one has stopped', async () => {
  const start = await beginWith(production)
  await (await start()).stop()
  expect((await (await start()).request('/healthz')).status).toBe(200)
})

test('two servers that start on the same empty database both come up', async () => {
  const { url, drop } = await cloneDatabase('template0')
  onTestFinished(drop)
  const settings = { databaseUrl: url, appUrl: url, env: { TOKEN_SECRET: SECRET } }
  const both = await Promise.all([1, 2].map(() => startWorld(settings)))
  for (const world of both) expect((await world.request('/readyz')).status).toBe(200)
})

/** Injects requests, because the network would take most of the time. */
const ask = (each: World, requests: number) =>
  Promise.all(
    Array.from({ length: requests }, () => each.app.inject({ url: '/healthz' }).then(({ statusCode }) => statusCode)),
  )

test('requests of one address count on all servers', async () => {
  const start = await beginWith({ RATE_LIMIT: 'on' })
  const [one, other] = [await start(), await start()]
  // The limit is 1,200 requests per minute.
  expect(new Set(await ask(one, 700))).toEqual(new Set([200]))
  expect(new Set(await ask(other, 400))).toEqual(new Set([200]))
  let more = 0
  await until(async () => (await ask(other, 1)).includes(429) || more++ > 600)
  expect(more).toBeLessThan(600)
})

/** True if the server accepts another socket. Otherwise, it closes the socket at once. */
async function letsIn(each: World, token: string): Promise<boolean> {
  const { socket, closed } = await each.listen(token)
  const isIn = await Promise.race([socket.emitWithAck('authenticate', token), closed.then(() => false)])
  socket.close()
  return isIn
}

test('sockets of one member count on all servers', async () => {
  const start = await beginWith({})
  const [one, other] = [await start(), await start()]
  const { token } = await one.member()
  const sockets = await Promise.all([one, other].flatMap((each) => Array.from({ length: 5 }, () => each.listen(token))))
  for (const each of [one, other]) await until(async () => !(await letsIn(each, token)))
  expect(sockets.every(({ socket }) => socket.connected)).toBe(true)
  sockets[0]?.socket.close()
  await until(() => letsIn(other, token))
})
