import fc from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { moderateMessage } from '../../src/features/chat/index.ts'
import { contradictions } from '../anomalies.ts'
import { rounds } from '../proofs.ts'
import { startWorld, until } from '../world.ts'

// A match stores the summary of its messages that lists of matches show.

test('a match shows its last words and unread messages, in whatever order two people write, read and delete', async () => {
  const world = await startWorld()
  const people = [await world.dater(), await world.dater()] as const
  const id = await world.matched(...people)
  const { db, clock } = world.deps
  let written = 0
  const ids: [string, string][] = []
  const send = async (who: 0 | 1) => {
    const body = { clientId: `message-${written++}`, text: `Line ${written}` }
    const { message } = (await people[who].client.sendMessage({ params: { id }, body })).data
    ids.push([message._id, people[who].user._id])
  }
  const step = fc.record({
    who: fc.constantFrom<0 | 1>(0, 1),
    what: fc.constantFrom('send', 'send', 'read', 'read some', 'edit', 'delete', 'hide', 'show'),
    nth: fc.nat(5),
  })
  const act = async ({ who, what, nth }: { who: 0 | 1; what: string; nth: number }) => {
    const { client } = people[who]
    const [messageId, senderId] = ids.at(-1 - nth) ?? ['', '']
    const params = { id, messageId }
    if (what === 'send') await send(who)
    else if (what === 'read') await client.readMessages({ params: { id }, body: { seq: 2_000_000 } })
    else if (what === 'read some')
      await client.readMessages({ params: { id }, body: { seq: Math.max(1, written - nth) } })
    else if (what === 'edit') await client.editMessage({ params, body: { text: `Edited ${written}` } })
    else if (what === 'delete') await client.deleteMessage({ params })
    else
      await db
        .transaction()
        .execute((tx) =>
          moderateMessage({ tx, now: clock.now() }, what as 'hide', { id: messageId, match_id: id }, senderId),
        )
  }
  await send(0)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), async (turns) => {
      for (const each of turns) await Promise.allSettled(each.map(act))
      const { rows } = await world.query(contradictions['a match doesn’t show its messages as they are']!)
      expect(rows).toEqual([])
    }),
    { numRuns: rounds(25, 300) },
  )
})

test('a message that is sent while another one is deleted stays unread, and is the last one', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater()]
  const id = await world.matched(ada, ben)
  const send = (text: string) => ada.client.sendMessage({ params: { id }, body: { clientId: `client-${text}`, text } })
  const { message } = (await send('One')).data
  const sender = new pg.Client({ connectionString: world.databaseUrl })
  await sender.connect()
  onTestFinished(() => sender.end())
  await sender.query('begin')
  await sender.query(`select chat_send_within(null, '${id}', '${ada.user._id}', 'client-2', 'Two', null, null, null, now(),
    '{"kind": "message", "topic": "message", "details": {}}')`)
  const deleting = ada.client.deleteMessage({ params: { id, messageId: message._id } })
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from matches %for update'`
  await until(async () => (await world.query(waiting)).rowCount === 1)
  await sender.query('commit')
  await deleting
  const [match] = (await ben.client.listMatches()).data.matches
  expect(match).toMatchObject({ unread: 1, lastMessage: { text: 'Two' } })
})
