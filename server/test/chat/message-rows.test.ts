import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { shared, startWorld, type World } from '../world.ts'

// Reactions, voice notes, flags and missed calls don't outlive their message.

const sharedWorld = shared(() => startWorld({ eavesdrop: false }))

const TABLES = ['reactions', 'voice_notes', 'flagged_messages', 'calls'] as const

/** A conversation with a message that has a row in each table. */
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
    const found = TABLES.map(async (name) => {
      const { rows } = await world.query(`select match_id from ${name} where message_id = '${messageId}'`)
      return [name, rows.map(({ match_id }) => match_id)] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  return { ada, ben, id, messageId, find }
}

const each = (ids: string[]) => Object.fromEntries(TABLES.map((name) => [name, ids]))

test('what belongs to a message goes when its author is erased', async () => {
  const world = await sharedWorld()
  const { ada, find } = await conversation(world)
  const other = await conversation(world)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(31 * 86_400_000)
  await eraseDue(world.deps)
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
