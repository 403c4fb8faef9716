import { oneTimeCode } from '../one-time-code.ts'
import { saveNotifications } from '../../src/features/delivery/notifications/queries.ts'
import { twoFriends } from '../friends.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { present } from '../../../scripts/present.ts'
import { MANY_CONNECTIONS, startWorld, until, type World } from '../world.ts'

/** Makes requests during a change, which is committed only once all of them wait for it. */
async function whileChanging<T>(world: World, change: string, calls: readonly (() => Promise<T>)[]) {
  const other = new pg.Client({ connectionString: world.databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query(change)
  const settled = Promise.allSettled(calls.map((call) => call()))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waiting)).rowCount! >= calls.length)
  await other.query('commit')
  return settled
}

const codesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'done')).toSorted()

test('a member who resumes while staff deactivate the account stays deactivated', async () => {
  const world = await startWorld()
  const { user, client } = await world.dater()
  await whileChanging(world, `update accounts set state = 'deactivated' where id = '${user._id}'`, [
    () => client.setPrivacy({ body: { paused: false } }),
  ])
  expect((await world.query(`select state from accounts where id = '${user._id}'`)).rows).toEqual([
    { state: 'deactivated' },
  ])
})

test('of two dates of birth that are sent at the same moment, one is saved', async () => {
  const world = await startWorld()
  const { user, client } = await world.dater()
  const one = `accounts where id = '${user._id}'`
  await world.query(`update ${one.replace(' where', ' set date_of_birth = null where')}`)
  const settled = await whileChanging(
    world,
    `select from ${one} for update`,
    ['1990-01-01', '1991-02-02'].map(
      (dateOfBirth) => () => client.editProfile({ body: { dateOfBirth, acceptTerms: true } }),
    ),
  )
  expect(codesOf(settled)).toEqual(['done', 'invalid_request'])
})

test('of two changes of one’s preferences for friends at the same moment, neither is lost', async () => {
  const { world, ada } = await twoFriends()
  const body = { ageMin: 30, genders: ['woman' as const] }
  await whileChanging(
    world,
    `select from ranking_stats where account_id = '${ada.user._id}' for update`,
    [{ ageMin: body.ageMin }, { genders: body.genders }].map(
      (change) => () => ada.client.setFriendPreferences({ body: change }),
    ),
  )
  expect((await ada.client.getFriendPreferences()).data.preferences).toMatchObject(body)
})

test('of undos at the same moment, one takes the choice back, and none speaks of a match', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const [ada, ben] = [await world.dater(), await world.dater()]
  await ada.client.choose({ body: { userId: ben.user._id, action: 'pass' } })
  const settled = await whileChanging(
    world,
    `select from accounts where id in ('${ada.user._id}', '${ben.user._id}') for update`,
    Array.from({ length: 6 }, () => () => ada.client.undoChoice()),
  )
  expect(codesOf(settled)).toEqual(['done', ...Array<string>(5).fill('not_found')])
})

test("staff can't change the address of someone who becomes an administrator in the meantime", async () => {
  const world = await startWorld()
  const [admin, ada] = [await world.administrator(), await world.dater()]
  const settled = await whileChanging(world, `update accounts set is_admin = true where id = '${ada.user._id}'`, [
    () => admin.client.editUser({ params: { id: ada.user._id }, body: { email: 'taken@example.org' } }),
  ])
  expect(codesOf(settled)).toEqual(['forbidden'])
})

test('a sign-in opens no session if the password changes or a second factor is confirmed meanwhile', async () => {
  const world = await startWorld()
  const signInDuring = async (change: (id: string) => string) => {
    const { user, email, password } = await world.dater()
    const { rowCount } = await world.query('select from sessions')
    const signIn = () => world.client().login({ body: { email, password } })
    const outcomes = codesOf(await whileChanging(world, change(user._id), [signIn]))
    return { outcomes, opened: (await world.query('select from sessions')).rowCount! - rowCount! }
  }
  const locked = (id: string) => `select from accounts where id = '${id}' for update;`
  expect(await signInDuring(locked)).toEqual({ outcomes: ['done'], opened: 1 })
  const changed = (id: string) => `update accounts set password_hash = 'other' where id = '${id}'`
  expect(await signInDuring(changed)).toEqual({ outcomes: ['invalid_credentials'], opened: 0 })
  const secured = (id: string) => `${locked(id)}
    insert into second_factors (account_id, secret, sealed_with, confirmed_at) values ('${id}', '', '', now())`
  expect(await signInDuring(secured)).toEqual({ outcomes: ['second_factor_required'], opened: 0 })
})

test('a setup of a second factor that is confirmed twice at once gives recovery codes once', async () => {
  const world = await startWorld()
  const { user, client } = await world.dater()
  const { secret } = (await client.startSecondFactor()).data
  const code = await oneTimeCode(world, secret)
  const confirm = () => client.confirmSecondFactor({ body: { code } })
  const settled = await whileChanging(world, `select from second_factors where account_id = '${user._id}' for update`, [
    confirm,
    confirm,
  ])
  expect(codesOf(settled)).toEqual(['conflict', 'done'])
})

test('staff who need a second factor keep one if the others are removed at the same moment', async () => {
  const world = await startWorld({ env: { STAFF_2FA: 'required' } })
  const { user, client } = await world.administrator()
  const host = world.config.passkeyHost
  await world.query(`insert into passkeys (account_id, credential_id, public_key, uses, host, name, created_at)
    values ('${user._id}', '', '', 0, '${host}', 'Key', now())`)
  const settled = await whileChanging(
    world,
    `select from accounts where id = '${user._id}' for update; delete from passkeys where account_id = '${user._id}'`,
    [() => client.removeSecondFactor()],
  )
  expect(codesOf(settled)).toEqual(['conflict'])
})

test("a message that is deleted can't be edited at the same moment", async () => {
  const world = await startWorld()
  const { ada, id } = await world.talking()
  const { data } = await ada.client.sendMessage({ params: { id }, body: { clientId: 'a message', text: 'Hello' } })
  const settled = await whileChanging(
    world,
    `update messages set deleted_at = now() where id = '${data.message._id}'`,
    [() => ada.client.editMessage({ params: { id, messageId: data.message._id }, body: { text: 'Never said' } })],
  )
  expect(codesOf(settled)).toEqual(['conflict'])
  expect((await world.query('select text from messages')).rows).toEqual([{ text: 'Hello' }])
})

test('several notifications about one topic at once are one, and all of them count', async () => {
  const world = await startWorld()
  const { user } = await world.dater()
  const notice = (name: string) =>
    ({ to: user._id, kind: 'subscription', topic: 'subscription:1', details: { name } }) as const
  const save = () =>
    world.deps.db.transaction().execute((tx) => saveNotifications(tx, [notice('Paid'), notice('Ended')], present()))
  await Promise.all([save(), save()])
  const { rows } = await world.query(`select count, details from notifications where topic = 'subscription:1'`)
  expect(rows).toEqual([{ count: 4, details: { name: 'Ended' } }])
})
