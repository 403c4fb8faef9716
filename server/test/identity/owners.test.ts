import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld, until } from '../world.ts'

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

const have = (id: string, address: string | null) => `
  update accounts set email = ${address && `'${address}'`}, email_key = ${address && `'${address}'`},
    state = ${address ? 'state' : `'erased'`} where id = '${id}'`
const taken = { code: '23505', constraint: 'accounts_email_key' }

test('an address belongs to one account, until that has another or is gone', async () => {
  const { world, ada, ben } = await twoMembers()
  await world.query('update accounts set email_verified_at = null')
  await world.query(have(ada, 'one@people.example'))
  await expect(world.query(have(ben, 'one@people.example'))).rejects.toMatchObject(taken)
  await world.query(have(ada, 'two@people.example'))
  await world.query(have(ben, 'one@people.example'))
  await expect(world.query(have(ben, 'two@people.example'))).rejects.toMatchObject(taken)
  await world.query(have(ada, null))
  await world.query(have(ben, 'two@people.example'))
})

test('a proven address stays with the person who gave it up, even if someone waited for it at that moment', async () => {
  const { world, ada, ben } = await twoMembers()
  const { email_key: first } = (await world.query(`select email_key from accounts where id = '${ada}'`)).rows[0]
  const owner = new pg.Client({ connectionString: world.databaseUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('begin')
  await owner.query(have(ada, 'two@people.example'))
  const waiting = world.query(have(ben, first)).then(
    () => null,
    (error: unknown) => error,
  )
  const others = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%${first}%'`
  await until(async () => (await world.query(others)).rowCount === 1)
  await owner.query('commit')
  expect(await waiting).toMatchObject(taken)
  await world.query(have(ada, first))
  await world.query(have(ada, 'two@people.example'))
  await world.query(`update former_addresses set kept_until = '-infinity'`)
  await world.query(have(ben, first))
})
