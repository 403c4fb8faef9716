import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openFanOut } from '../../src/infra/fan-out/fan-out.ts'
import { openLog } from '../../src/infra/log.ts'
import { cloneDatabase, until } from '../world.ts'

const EVENTS = 300

test('many events in a short time reach the other servers in order, in few messages', async () => {
  const { url, drop } = await cloneDatabase()
  const address = { databaseUrl: url, redisUrl: undefined }
  const [here, there] = await Promise.all([1, 2].map(() => openFanOut(address, openLog('silent'))))
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  onTestFinished(async () => {
    await Promise.all([here!.close(), there!.close(), listener.end()])
    await drop()
  })
  const [received, messages]: [unknown[], string[]] = [[], []]
  there!.onItems((items) => received.push(...items))
  listener.on('notification', ({ payload = '' }) => payload.includes('"items"') && messages.push(payload))
  await listener.query('listen kindred_events')

  for (let n = 0; n < EVENTS; n++) here!.publish([{ n }])
  await until(() => received.length === EVENTS)
  expect(received).toEqual(Array.from({ length: EVENTS }, (_, n) => ({ n })))
  // The first event is sent at once, and those that come meanwhile together.
  expect(messages.length).toBeLessThan(10)
})

test('an event is sent at once if nothing was sent just before, and what waits is sent when a server stops', async () => {
  const { url, drop } = await cloneDatabase()
  const address = { databaseUrl: url, redisUrl: undefined }
  const [here, there] = await Promise.all([1, 2].map(() => openFanOut(address, openLog('silent'))))
  onTestFinished(async () => {
    await there!.close()
    await drop()
  })
  const received: unknown[] = []
  there!.onItems((items) => received.push(...items))
  here!.publish([{ n: 1 }])
  here!.publish([{ n: 2 }])
  await here!.close()
  await until(() => received.length === 2)
  expect(received).toEqual([{ n: 1 }, { n: 2 }])
})

test('an event larger than a PostgreSQL notification arrives whole, and doesn’t disconnect anyone', async () => {
  const { url, drop } = await cloneDatabase()
  const address = { databaseUrl: url, redisUrl: undefined }
  const [here, there] = await Promise.all([1, 2].map(() => openFanOut(address, openLog('silent'))))
  onTestFinished(async () => {
    await Promise.all([here!.close(), there!.close()])
    await drop()
  })
  const received: unknown[] = []
  there!.onItems((items) => received.push(...items))
  const items = [{ data: 'é'.repeat(16_000) }, { data: '\u0001'.repeat(16_000) }, { n: 1 }]
  here!.publish(items)
  await until(() => received.length === items.length)
  expect(received).toEqual(items)
  expect([here!.figures(), there!.figures()]).toEqual([1, 2].map(() => ({ gaps: 0, dropped: 0, connected: true })))
})
