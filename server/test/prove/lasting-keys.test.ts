import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { blockContacts } from '../contacts.ts'
import { resealSecrets } from '../../src/features/identity/second-factor/second-factor.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Blocked contacts outlast TOKEN_SECRET: their hashes use a separate key that is stored encrypted in the database.

const [old, fresh, newest] = [
  'an old secret of thirty-two letters',
  'a new secret of thirty-two letters!',
  'the newest secret of thirty-two and more',
]

const on = ({ databaseUrl }: World, TOKEN_SECRET: string) => startWorld({ env: { TOKEN_SECRET }, databaseUrl })

async function meets(world: World, email: string, { user }: Person): Promise<boolean> {
  const { client } = await world.dater({ firstName: 'Ben', email })
  await world.contactsCompared()
  const seen = await client.getPerson({ params: { id: user._id } }).then(
    () => true,
    () => false,
  )
  const listed = (await client.listPeople({ query: {} })).data.users.some(({ _id }) => _id === user._id)
  expect(listed).toBe(seen)
  return seen
}

test('a blocked address stays blocked however often TOKEN_SECRET changes', async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: old } })
  const ada = await world.dater()
  for (const email of ['ben.one@people.example', 'ben.two@people.example', 'ben.three@people.example'])
    await blockContacts(ada, email)
  expect(await meets(world, 'ben.one@people.example', ada)).toBe(false)
  await resealSecrets((await on(world, `${fresh},${old}`)).deps)
  const rotated = await on(world, fresh)
  expect(await meets(rotated, 'ben.two@people.example', ada)).toBe(false)
  await resealSecrets((await on(world, `${newest},${fresh}`)).deps)
  const again = await on(world, newest)
  expect(await meets(again, 'ben.three@people.example', ada)).toBe(false)
  expect(await meets(again, 'cleo@people.example', ada)).toBe(true)
})

test('cards that paid have a key of their own, and it outlasts TOKEN_SECRET, too', async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: old } })
  const rotated = await on(world, `${fresh},${old}`)
  const keysOf = ({ deps: { lastingKeys } }: World) =>
    (['payment-card', 'contacts', 'banned-address'] as const).map((purpose) =>
      lastingKeys[purpose].export().toString('hex'),
    )
  expect(keysOf(rotated)).toEqual(keysOf(world))
  expect(new Set(keysOf(world)).size).toBe(3)
})

const run = promisify(execFile)
const program = ({ databaseUrl, config }: World, TOKEN_SECRET: string, file: string, ...args: string[]) =>
  run(process.execPath, [`server/src/${file}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: config.DATA_DIR, TOKEN_SECRET, PORT: '0', DEMO: '0' },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )

test("a server whose secret can't decrypt the key refuses to start, and its operator can recover", async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: old } })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await blockContacts(ada, ben.email)
  await world.contactsCompared()
  expect(await program(world, fresh, 'main')).toContain('TOKEN_SECRET doesn’t open the key of the blocked contacts')
  expect(await program(world, old, 'admin', 'renew-address-key')).toContain('nothing has changed')
  expect(await program(world, fresh, 'admin', 'renew-address-key')).toContain('no longer recognized')
  const renewed = await on(world, fresh)
  const { client } = renewed
  const { data } = await client().login({ body: { email: ben.email, password: ben.password } })
  await expect(client(data.token).getPerson({ params: { id: ada.user._id } })).rejects.toMatchObject({ status: 404 })
})

test('a secret in a file can change twice in a row without starting a server in between', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  await blockContacts(ada, 'ben.one@people.example')
  for (let each = 0; each < 3; each++) await program(world, '', 'admin', 'rotate-secret')
  const later = await startWorld({ databaseUrl: world.databaseUrl, env: { DATA_DIR: world.config.DATA_DIR } })
  expect(await meets(later, 'ben.one@people.example', ada)).toBe(false)
})
