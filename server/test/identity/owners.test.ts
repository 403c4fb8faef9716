import { expect, test } from 'vitest'
import { applyAgain } from '../apply-again.ts'
import { startWorld } from '../world.ts'

// What is unique across members is in tables of its own (0179_owners.sql, 0188_address_owners.sql), which triggers write.

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
  await applyAgain(world, '0180_owners_filled.sql')
  expect(await owners()).toEqual([ada, ada])
})

test('an address belongs to one account, until that has another or is gone', async () => {
  const { world, ada, ben } = await twoMembers()
  const call = (id: string, key: string | null) =>
    world.query(`update accounts set email = ${key}, email_key = ${key}, state = ${key ? 'state' : `'erased'`}
      where id = '${id}'`)
  const ownersOf = async (key: string) =>
    (await world.query(`select account_id as id from address_owners where email_key = ${key}`)).rows
  await call(ada, `'one@people.example'`)
  await expect(call(ben, `'one@people.example'`)).rejects.toMatchObject({
    code: '23505',
    constraint: 'accounts_email_key',
  })
  await call(ada, `'two@people.example'`)
  await call(ben, `'one@people.example'`)
  expect(await ownersOf(`'one@people.example'`)).toEqual([{ id: ben }])
  expect(await ownersOf(`'two@people.example'`)).toEqual([{ id: ada }])
  await call(ada, null)
  expect(await ownersOf(`'two@people.example'`)).toEqual([])
})

test('addresses from before have owners, too, and so have accounts that moved while they were copied', async () => {
  const { world } = await twoMembers()
  const addresses = `select email_key, account_id as id from address_owners order by 1`
  const before = (await world.query(addresses)).rows
  expect(before).toHaveLength(2)
  await world.query('delete from address_owners')
  await applyAgain(world, '0189_address_owners_filled.sql')
  expect((await world.query(addresses)).rows).toEqual(before)
  // All of them moved to pages that had been read.
  await world.query(`delete from address_owners;
    create or replace procedure split_batches(whole text, statement text, pages integer) language plpgsql as $$ begin end $$`)
  await applyAgain(world, '0189_address_owners_filled.sql')
  expect((await world.query(addresses)).rows).toEqual(before)
})

test('a secret of the previous version belongs to its account, or to itself', async () => {
  const { world, ada } = await twoMembers()
  const add = async (account: string) =>
    (
      await world.query(`insert into secrets (purpose, account_id, token_hash, created_at, expires_at)
        values ('reset-password', ${account}, '\\x01', now(), now()) returning id, owner_id as owner`)
    ).rows[0]
  expect((await add(`'${ada}'`)).owner).toBe(ada)
  const { id, owner } = await add('null')
  expect(owner).toBe(id)
})
