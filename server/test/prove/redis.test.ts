import { expect, onTestFinished, test } from 'vitest'
import { openFanOut } from '../../src/infra/fan-out/fan-out.ts'
import { openLog } from '../../src/infra/log.ts'
import { openLocalRedis } from '../local-redis.ts'
import { SECRET } from '../processes.ts'
import { proof } from '../proofs.ts'
import { startWorld, until } from '../world.ts'

/** Two servers over one database, connected through Redis. */
async function twoServers() {
  const redis = await openLocalRedis()
  onTestFinished(redis.stop)
  const env = { TOKEN_SECRET: SECRET, REDIS_URL: redis.url }
  const here = await startWorld({ env })
  const there = await startWorld({ env, databaseUrl: here.databaseUrl })
  return { redis, here, there }
}

test('with Redis configured, events reach members on another server in order', async () => {
  const { redis, here, there } = await twoServers()
  const { ada, ben, id } = await here.talking()
  const { received } = await there.listen(ben.token)
  const many = 100
  for (let n = 0; n < many; n++)
    await ada.client.sendMessage({ params: { id }, body: { clientId: `${id}-${n}`, text: `Number ${n}` } })
  const seqs = () => received.flatMap((event) => (event.type === 'message.sent' ? [event.seq] : []))
  await until(() => seqs().length === many)
  expect(seqs()).toEqual(Array.from({ length: many }, (_, n) => n + 1))
  // A Redis message may contain several events.
  expect(redis.published.join().match(/"message\.sent"/g)).toHaveLength(many)
  expect((await here.query(`select count(*)::int as n from pg_listening_channels()`)).rows).toEqual([{ n: 0 }])
  proof(`${many} messages through Redis to another server: each once, in order`)
})

test('a session ended on one server closes its sockets on the other', async () => {
  const { here, there } = await twoServers()
  const { client, token } = await here.member()
  const { received, closed } = await there.listen(token)
  await client.logout({ body: {} })
  await closed
  expect(received).toEqual([{ type: 'session.ended', reason: 'signed_out' }])
})

test('losing Redis doesn’t disconnect anyone; when it returns, clients that may have missed events reconnect', async () => {
  const { redis, here, there } = await twoServers()
  const { user, token } = await here.member()
  const { closed } = await there.listen(token)
  await redis.stop()
  expect((await here.request('/readyz')).status).toBe(200)
  here.deps.bus.toAccounts([user._id], { type: 'server.stopping' })
  await redis.start()
  await closed
  const again = await there.listen(token)
  await until(() => {
    here.deps.bus.toAccounts([user._id], { type: 'server.stopping' })
    return again.received.length > 0
  })
})

test("a server that can't reach its Redis says so and refuses to start", async () => {
  const redis = await openLocalRedis()
  await redis.stop()
  await expect(openFanOut({ databaseUrl: '', redisUrl: redis.url }, openLog('silent'))).rejects.toThrow('REDIS_URL')
})
