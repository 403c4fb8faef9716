import { expect, test } from 'vitest'
import { shared, startWorld, type World } from '../world.ts'

// Reactions, voice notes, flags and missed calls belong to a message, and name its conversation.

const sharedWorld = shared(() => startWorld())

const TABLES = ['reactions', 'voice_notes', 'flagged_messages', 'calls'] as const

/** A conversation with a message that has something in each table. */
async function conversation(world: World) {
  const [ada, ben] = [await world.dater(), await world.dater()]
  const id = await world.matched(ada, ben)
  const body = { clientId: 'message-1', text: 'Hello' }
  const { _id: messageId } = (await ada.client.sendMessage({ params: { id }, body })).data.message
  const [one, other] = [ada.user._id, ben.user._id]
  await world.query(`
    insert into reactions (match_id, message_id, account_id, emoji) values ('${id}', '${messageId}', '${other}', '😂');
    insert into voice_notes (match_id, message_id, account_id, file_id, duration_ms, size, peaks, created_at)
      values ('${id}', '${messageId}', '${one}', md5('${messageId}'), 1000, 1000, '{1}', now());
    insert into flagged_messages (match_id, message_id, account_id, rule, at)
      values ('${id}', '${messageId}', '${one}', 'first_messages', now()) on conflict do nothing;
    insert into calls (match_id, caller_id, callee_id, asked_at, ended_at, message_id)
      values ('${id}', '${one}', '${other}', now(), now(), '${messageId}')`)
  const find = async () => {
    const counts = TABLES.map(
      (name) => `'${name}', array(select match_id from ${name}
      where message_id = '${messageId}')`,
    )
    const { rows } = await world.query(`select jsonb_build_object(${counts.join(', ')}) as found`)
    return rows[0].found
  }
  return { ada, ben, id, messageId, find }
}

const each = (ids: string[]) => Object.fromEntries(TABLES.map((name) => [name, ids]))

test('what belongs to a message names its match', async () => {
  const { id, find } = await conversation(await sharedWorld())
  expect(await find()).toEqual(each([id]))
})

test('what belongs to a message can’t name another match', async () => {
  const world = await sharedWorld()
  const [one, other] = [await conversation(world), await conversation(world)]
  const moved = TABLES.map(
    (name) => `update ${name} set match_id = '${other.id}' where message_id = '${one.messageId}'`,
  )
  for (const statement of moved) await expect(world.query(statement)).rejects.toThrow('message_id_fkey')
})

test('deleting a message deletes what belongs to it', async () => {
  const world = await sharedWorld()
  const { messageId, find } = await conversation(world)
  const other = await conversation(world)
  await world.query(`delete from messages where id = '${messageId}'`)
  expect(await find()).toEqual(each([]))
  expect(await other.find()).toEqual(each([other.id]))
})

test('deleting a match deletes its messages with what belongs to them', async () => {
  const world = await sharedWorld()
  const { id, messageId, find } = await conversation(world)
  await world.query(`delete from matches where id = '${id}'`)
  expect((await world.query(`select from messages where id = '${messageId}'`)).rowCount).toBe(0)
  expect(await find()).toEqual(each([]))
  const { rows } = await world.query(`select public_id from dropped_files where public_id = md5('${messageId}')`)
  expect(rows).toHaveLength(1)
})
