import { expect, test } from 'vitest'
import { updateCellLevels } from '../../src/features/profiles/places/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { levelsOf, settle, town, visit } from '../town.ts'
import { startWorld, type World } from '../world.ts'

// Cells are smaller where many people live. Freely created accounts must not shrink a cell, which would reveal where
// someone lives.

test('no one with an unverified address can set a place; the place they named applies once the address is verified', async () => {
  const world = await startWorld()
  const ben = await settle(world, await world.newcomer({ firstName: 'Ben' }))
  const refused = { status: 403, code: 'verification_required' }
  const cellOf = async () =>
    (await world.query(`select cell_row, x from profiles where account_id = '${ben.user._id}'`)).rows[0]
  for (const body of [town, { latitude: 64.1, longitude: -21.9 }])
    await expect(ben.client.setLocation({ body })).rejects.toMatchObject(refused)
  await expect(ben.client.editProfile({ body: { location: town } })).rejects.toMatchObject(refused)
  expect((await ben.client.getProfile()).userData.user.location).toEqual(town)
  expect(await cellOf()).toEqual({ cell_row: null, x: null })

  const [mail] = await world.mailsTo(ben.email)
  const code = /\b\d{6}\b/.exec(mail!.text)![0]
  await ben.client.verifyEmail({ body: { code } })
  expect(await cellOf()).toEqual({ cell_row: expect.any(Number), x: expect.any(Number) })
  const ada = await settle(world, await world.member())
  expect((await ada.client.getPerson({ params: { id: ben.user._id } })).data.distance).toBe(50)
})

const mainPicture = (review: string) => JSON.stringify({ position: 0, review })

/** Inserts people in the cell of the existing profile. */
const populate = (world: World, count: number) =>
  world.query(`
    with people as (
      insert into accounts (email, email_key, first_name, last_name, date_of_birth, password_hash, email_verified_at,
        created_at, last_active_at)
      select 'p' || n || '@many.example', 'p' || n || '@many.example', 'P', 'Q', '1990-01-01', 'x', now(),
        now() - interval '15 days', now() - interval '1 hour'
      from generate_series(1, ${count}) n returning id),
    profiles as (
      insert into profiles (account_id, updated_at, gender, interested_in, city, cell_row, cell_column, level, x, y, z, pictures)
      select id, now(), 'woman', '{man}', 'Selfoss', p.cell_row, p.cell_column, 4, p.x, p.y, p.z, '[${mainPicture('shown')}]'
      from people, (select * from profiles where cell_row is not null limit 1) p returning account_id),
    numbered as (select account_id, row_number() over () as n from profiles)
    insert into sign_ins (account_id, at, address, user_agent, outcome)
    select account_id, now() - interval '1 hour', '10.' || n / 250 || '.' || n % 250 || '.7', 'x', 'succeeded'
    from numbered`)

const ghosts = "(select id from accounts where email_key like 'p%@many.example')"

test.each([
  ['have an unverified address', `update accounts set email_verified_at = null where id in ${ghosts}`],
  ['have no complete profile', `update profiles set interested_in = '{}' where account_id in ${ghosts}`],
  ['have no picture', `update profiles set pictures = '[]' where account_id in ${ghosts}`],
  [
    'have a picture that waits for its review',
    `update profiles set pictures = '[${mainPicture('held')}]' where account_id in ${ghosts}`,
  ],
  ['joined less than 14 days ago', `update accounts set created_at = now() - interval '13 days' where id in ${ghosts}`],
  ['were here 91 days ago', `update accounts set last_active_at = now() - interval '91 days' where id in ${ghosts}`],
  ['were here on two days', `update last_seen set active_days = 2 where account_id in ${ghosts}`],
  [
    'share an IPv4 network',
    `update sign_ins set address = '10.9.8.' || ascii(md5(id::text)) where account_id in ${ghosts}`,
  ],
  [
    'share an IPv6 network',
    `update sign_ins set address = '2001:db8:1:' || ascii(md5(id::text)) where account_id in ${ghosts}`,
  ],
  ['are gone', `update accounts set state = 'banned' where id in ${ghosts}`],
  [
    'share one network among others',
    `insert into sign_ins (account_id, at, address, user_agent, outcome)
      select id, now(), '192.0.2.1', 'x', 'succeeded' from accounts where id in ${ghosts}`,
  ],
  ['signed in from nowhere we know', `delete from sign_ins where account_id in ${ghosts}`],
])('people who %s count for no cell', async (_, change) => {
  const world = await startWorld()
  await settle(world, await world.member())
  await populate(world, 70)
  await world.query(`update last_seen set active_days = 3 where account_id in ${ghosts}`)
  const before = await levelsOf(world)
  await world.query(change)
  await updateCellLevels(world.deps)
  expect(await levelsOf(world)).toEqual(before)
})

test('all other people count, and those in one network count together at every level', async () => {
  const world = await startWorld()
  await settle(world, await world.member())
  await populate(world, 70)
  await world.query(`update last_seen set active_days = 3 where account_id in ${ghosts}`)
  await updateCellLevels(world.deps)
  expect(await levelsOf(world)).toMatchObject([{ level: 0 }])
  // Everyone moves to a separate cell, side by side.
  await world.query(`update profiles p set cell_row = cell_row + n % 8, cell_column = cell_column + n / 8
    from (select id, row_number() over () as n from accounts where id in ${ghosts}) a where a.id = p.account_id`)
  await world.query(`update sign_ins set address = '10.9.8.7' where account_id in ${ghosts}`)
  await updateCellLevels(world.deps)
  expect((await world.query('select max(people)::int as most from cell_counts')).rows).toEqual([{ most: 1 }])
})

test('a person refines a cell once they have lived there for two weeks and been here on three days', async () => {
  const world = await startWorld()
  const [ada, ben] = [await settle(world, await world.member()), await settle(world, await world.member())]
  // It takes 60 people.
  await populate(world, 59)
  await world.query(`update last_seen set active_days = 3 where account_id in ${ghosts}`)
  const before = await levelsOf(world)
  expect(before).toMatchObject([{ level: 4 }])
  for (let week = 1; week <= 2; week++) {
    await updateCellLevels(world.deps)
    expect(await levelsOf(world)).toEqual(before)
    world.turnClock(days(7))
    await visit(world, [ada])
  }
  await updateCellLevels(world.deps)
  expect(await levelsOf(world)).toMatchObject([{ level: 0 }])
  const later = await world.signedInAgain(ada)
  expect((await later.client.getPerson({ params: { id: ben.user._id } })).data.distance).toBe(2)
})
