import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigration } from '../../src/infra/db/apply-migration.ts'
import { LONG_WAITS, openDb, openPool } from '../../src/infra/db/db.ts'
import { startWorld } from '../world.ts'

// What is unique across members is in tables of its own (0179_owners.sql), which triggers write.

async function twoMembers() {
  const world = await startWorld()
  const [ada, ben] = [(await world.member()).user._id, (await world.member()).user._id]
  const addPasskey = (account: string) =>
    world.query(`insert into passkeys (account_id, credential_id, public_key, uses, host, name, created_at)
      values ('${account}', '\\x01', '\\x02', 0, 'kindred.example', 'Key', now())`)
  const link = (account: string, subject = 'subject') =>
    world.query(`insert into identities values ('google', '${subject}', '${account}', now())`)
  const owners = async () =>
    (
      await world.query(`select account_id as id from passkey_owners union all select account_id from identity_owners`)
    ).rows.map(({ id }: { id: string }) => id)
  return { world, ada, ben, addPasskey, link, owners }
}

test('a passkey and an identity belong to one account, until it gives them up', async () => {
  const { world, ada, ben, addPasskey, link, owners } = await twoMembers()
  await addPasskey(ada)
  await link(ada)
  const taken = { code: '23505' }
  await expect(addPasskey(ben)).rejects.toMatchObject(taken)
  await expect(link(ben)).rejects.toMatchObject(taken)
  await expect(link(ada, 'another')).rejects.toMatchObject(taken)
  expect(await owners()).toEqual([ada, ada])
  await world.query('delete from passkeys; delete from identities')
  expect(await owners()).toEqual([])
  await addPasskey(ben)
  await link(ben)
  expect(await owners()).toEqual([ben, ben])
})

test('what was there before has owners, too', async () => {
  const { world, ada, addPasskey, link, owners } = await twoMembers()
  await addPasskey(ada)
  await link(ada)
  await world.query('delete from passkey_owners; delete from identity_owners')
  const db = openDb(openPool(world.databaseUrl, 1, LONG_WAITS))
  onTestFinished(() => db.destroy())
  const text = readFileSync('server/src/infra/db/migrations/0180_owners_filled.sql', 'utf8')
  await applyMigration(db, { name: '9999_again', text })
  expect(await owners()).toEqual([ada, ada])
})
