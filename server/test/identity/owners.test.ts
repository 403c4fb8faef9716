import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

// What is unique across members, by the database's own rules.

async function twoMembers() {
  const world = await startWorld()
  const [ada, ben] = [(await world.member()).user._id, (await world.member()).user._id]
  const addPasskey = (account: string) =>
    world.query(`insert into passkeys (account_id, credential_id, public_key, uses, host, name, created_at)
      values ('${account}', '\\x01', '\\x02', 0, 'kindred.example', 'Key', now())`)
  const link = (account: string, subject = 'subject') =>
    world.query(`insert into identities values ('google', '${subject}', '${account}', now())`)
  const owners = async () =>
    (await world.query(`select account_id as id from passkeys union all select account_id from identities`)).rows.map(
      ({ id }: { id: string }) => id,
    )
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
