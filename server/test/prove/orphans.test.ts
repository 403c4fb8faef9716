import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairConversations } from '../../src/features/chat/index.ts'
import { repairNotifications } from '../../src/features/delivery/index.ts'
import { repairLikes } from '../../src/features/matching/index.ts'
import type { Person } from '../people.ts'
import { rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// Not even plain SQL on accounts leaves rows without an owner.

/** Has these people like, match, write, react, block and report. */
async function live(world: World, [one, other, third]: readonly [Person, Person, Person]): Promise<void> {
  const id = await world.matched(one, other)
  const body = { clientId: 'message-1', text: 'Hello' }
  const { message } = (await one.client.sendMessage({ params: { id }, body })).data
  await other.client.react({ params: { id, messageId: message._id }, body: { emoji: '❤️' } })
  await other.client.readMessages({ params: { id }, body: { seq: 1 } })
  await third.client.choose({ body: { userId: one.user._id, action: 'superlike', note: 'Hello' } })
  await other.client.choose({ body: { userId: third.user._id, action: 'pass' } })
  await one.client.discover({ query: {} })
  await one.client.block({ body: { userId: third.user._id } })
  await other.client.createReport({ body: { problem_type: 'Other', description: 'It is odd.', userId: one.user._id } })
  await world.query(`insert into voice_notes (match_id, message_id, account_id, file_id, duration_ms, size, peaks, created_at)
    values ('${id}', '${message._id}', '${one.user._id}', md5('${id}'), 1000, 1000, '{1}', now())`)
}

/** Rows of growing tables that name a missing account or match. */
const orphans = async (world: World): Promise<string[]> => {
  const owned: [table: string, column: string, owner: string][] = [
    ...['chooser_id', 'chosen_id'].flatMap((column): [string, string, string][] =>
      ['choices', 'friend_choices', 'likes_received', 'uncounted_choices'].map((table) => [table, column, 'accounts']),
    ),
    ['notifications', 'account_id', 'accounts'],
    ...['messages', 'reactions', 'voice_notes'].map((table): [string, string, string] => [
      table,
      'match_id',
      'matches',
    ]),
  ]
  const read = owned.map(
    ([table, column], nth) => `owned_${nth} as materialized (select ${column} as owner from ${table})`,
  )
  const each = owned.map(
    ([table, column, owner], nth) =>
      `select '${table}.${column}' as place from owned_${nth} where owner not in (select id from ${owner})`,
  )
  const halves = `select 'half a like' from made full join received using (chooser_id, chosen_id)
    where coalesce(made.action <> 'pass', false) <> (received.action is not null)`
  const { rows } = await world.query(`
    with ${read.join()}, made as materialized (select chooser_id, chosen_id, action from choices),
    received as materialized (select chooser_id, chosen_id, action from likes_received)
    select distinct place from (${[...each, halves].join(' union all ')}) x`)
  return rows.map(({ place }: { place: string }) => place)
}

test('accounts that are inserted, changed and deleted by SQL leave no orphans', async () => {
  const world = await startWorld({ eavesdrop: false })
  await fc.assert(
    fc.asyncProperty(fc.subarray([0, 1, 2], { minLength: 1 }), fc.boolean(), async (gone, erasedFirst) => {
      const people = [await world.dater(), await world.dater(), await world.dater()] as const
      await live(world, people)
      const ids = gone.map((at) => `'${people[at]!.user._id}'`).join()
      await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at)
        values ('n@x.example', gen_random_uuid()::text, 'N', 'X', now())`)
      if (erasedFirst)
        await world.query(`update accounts set state = 'erased', email = null, email_key = null where id in (${ids})`)
      await world.query(`delete from accounts where id in (${ids}) or email = 'n@x.example'`)
      expect(await orphans(world)).toEqual([])
    }),
    { numRuns: rounds(6, 60) },
  )
  const { rows } = await world.query(`select from listings l full join ranking_stats s using (account_id)
    where not exists (select from accounts where id = account_id)`)
  expect(rows).toEqual([])
})

test('what a crash left on one side only is found and repaired at night, once', async () => {
  const world = await startWorld({ eavesdrop: false })
  const people = [await world.dater(), await world.dater(), await world.dater()] as const
  await live(world, people)
  const [ada, ben] = people.map(({ user }) => user._id)
  await world.query(`
    delete from likes_received where chosen_id = '${ben}';
    insert into likes_received (chosen_id, chooser_id, action, at) values ('${ben}', gen_random_uuid(), 'like', now());
    insert into choices (chooser_id, chosen_id, action, at) values (gen_random_uuid(), '${ada}', 'pass', now());
    insert into friend_choices (chooser_id, chosen_id, action, at) values ('${ada}', gen_random_uuid(), 'like', now());
    insert into messages (match_id, seq, sender_id, client_id, created_at)
      values (gen_random_uuid(), 1, '${ada}', 'lost', now());
    insert into reactions (match_id, message_id, account_id, emoji)
      values (gen_random_uuid(), gen_random_uuid(), '${ada}', '😂');
    insert into voice_notes select gen_random_uuid(), account_id, 'lost', 1, 1, peaks, now(), gen_random_uuid()
      from voice_notes limit 1;
    insert into notifications (account_id, kind, topic, at, due_at)
      values (gen_random_uuid(), 'like', 'like', now(), now())`)
  const [match] = (await world.query('select id, last_seq from matches')).rows
  await world.query(`
    insert into messages (match_id, seq, sender_id, client_id, text, created_at)
      values ('${match.id}', ${match.last_seq + 1}, '${ben}', 'unknown', 'Are you there?', now())`)
  const [dora, eve] = [await world.dater(), await world.dater()]
  await likesOnly(world, dora, eve)
  expect((await orphans(world)).length).toBeGreaterThan(6)
  const repair = async () => {
    await repairLikes(world.deps)
    await repairConversations(world.deps)
    await repairNotifications(world.deps)
    return world.logged().split('"rows":').length - 1
  }
  const found = await repair()
  expect(found).toBe(10)
  expect(await orphans(world)).toEqual([])
  expect((await world.query(`select reached from likes_received where chosen_id = '${ben}'`)).rows).toEqual([
    { reached: true },
  ])
  expect((await world.query(`select from dropped_files where public_id = 'lost'`)).rowCount).toBe(1)
  const { matches } = (await people[0].client.listMatches()).data
  expect(matches).toMatchObject([{ lastMessage: { text: 'Are you there?' }, unread: 1 }])
  expect((await dora.client.listMatches()).data.matches).toMatchObject([{ user: { _id: eve.user._id } }])
  expect((await eve.client.listNotifications()).data.notifications).toMatchObject([{ kind: 'match' }])
  expect(await repair()).toBe(found)
})

test('what a crash left half done is completed when it is asked for again', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben, cyd] = [await world.dater(), await world.dater(), await world.dater()]
  const id = await world.matched(ada, ben)
  await world.query(`
    insert into messages (match_id, seq, sender_id, client_id, text, created_at)
      values ('${id}', 1, '${ada.user._id}', 'first-one', 'Hello', now())`)
  const send = (person: Person, clientId: string) =>
    person.client.sendMessage({ params: { id }, body: { clientId, text: 'Hello' } })
  expect((await send(ada, 'first-one')).data.message.seq).toBe(1)
  expect((await send(ben, 'second-one')).data.message.seq).toBe(2)
  expect((await ada.client.listMatches()).data.matches).toMatchObject([{ unread: 1 }])

  await likesOnly(world, ada, cyd)
  const like = () => ada.client.choose({ body: { userId: cyd.user._id, action: 'like' } })
  const { match } = (await like()).data
  expect(match).toMatchObject({ user: { _id: cyd.user._id } })
  expect((await like()).data.match).toEqual(match)
})

/** Inserts mutual likes without the match, as if a crash had lost it. */
async function likesOnly(world: World, one: Person, other: Person): Promise<void> {
  const [a, b] = [one.user._id, other.user._id]
  await world.query(`
    insert into choices (chooser_id, chosen_id, action, at) values ('${a}', '${b}', 'like', now()), ('${b}', '${a}', 'like', now());
    insert into likes_received (chosen_id, chooser_id, action, at) values ('${a}', '${b}', 'like', now()), ('${b}', '${a}', 'like', now())`)
}
