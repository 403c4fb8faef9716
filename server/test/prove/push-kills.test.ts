import { expect, test } from 'vitest'
import { CERTIFICATE, trustLocal } from '../local-push.ts'
import { serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { startPushPair } from '../pushed.ts'
import { until } from '../world.ts'

trustLocal()

test('after a kill between the push service and the database the push is sent again: at least once', async () => {
  const { world, service, say, received } = await startPushPair()
  await world.deps.jobs.stop()
  const server = await serverProcess(world, { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: CERTIFICATE })
  let killed = false
  service.answers.before = async () => {
    if (killed) return
    killed = true
    await server.kill()
  }
  await say('Hello')
  await until(() => killed)
  await server.start()
  await until(() => received().length >= 2, 120_000)
  await until(
    async () => (await world.query('select pushed_at from notifications where read_at is null')).rows[0].pushed_at,
    20_000,
  )
  expect(new Set(received().map((each) => JSON.stringify(each))).size).toBe(1)
  proof('killed after a push was accepted and before it was recorded: the same push was sent again')
}, 200_000)
