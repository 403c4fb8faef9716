import { expect, test } from 'vitest'
import { startWorld, until } from '../world.ts'

// Measures the delay until a change takes effect while nothing else runs.

test('changes to an account affect its open sockets and next requests within two seconds', async () => {
  const world = await startWorld()
  const { client, token } = await world.member()
  const { closed } = await world.listen(token)
  const began = Date.now()
  await client.logout({ body: {} })
  await closed
  expect(Date.now() - began).toBeLessThan(2000)
  await until(() =>
    client.getProfile().then(
      () => false,
      (error: { status: number }) => error.status === 401,
    ),
  )
})

test('a session ended on one server closes its sockets on the other within two seconds', async () => {
  const env = { TOKEN_SECRET: 'a secret that both of the servers have' }
  const here = await startWorld({ env })
  const there = await startWorld({ env, databaseUrl: here.databaseUrl })
  const { client, token } = await here.member()
  const { received, closed } = await there.listen(token)
  const began = Date.now()
  await client.logout({ body: {} })
  await closed
  expect(Date.now() - began).toBeLessThan(2000)
  expect(received).toEqual([{ type: 'session.ended', reason: 'signed_out' }])
})
