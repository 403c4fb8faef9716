import { expect, test } from 'vitest'
import { defaultRules } from '../../src/features/moderation/index.ts'
import { findOpenings, isBounded } from '../../src/features/moderation/monitoring/queries.ts'
import { startWorld } from '../world.ts'

// A dry run of a rule on first messages reads a limited number of messages.

test('a dry run reads the newest first messages, and says where it left some out', async () => {
  const world = await startWorld()
  const [eve, fay] = [await world.dater({ firstName: 'Eve' }), await world.dater({ firstName: 'Fay' })]
  const ines = await world.administrator()
  const ben = await world.dater({ firstName: 'Ben' })
  for (const [at, sender] of [eve, fay].entries()) {
    const params = { id: await world.matched(sender, ben) }
    for (const text of ['Hello!', 'How are you?'])
      await sender.client.sendMessage({ params, body: { clientId: `client-${at}-${text}`, text } })
  }
  const { db } = world.deps
  const window = { since: new Date(0), from: new Date(0), most: 10 }
  const senders = async (messages?: number) =>
    new Set(
      (await findOpenings(db, { ...window, ...(messages ? { messages } : {}) }, 3)).map(({ sender_id }) => sender_id),
    )
  expect(await senders()).toEqual(new Set([eve.user._id, fay.user._id]))
  expect(await senders(2)).toEqual(new Set([fay.user._id]))
  expect([
    await isBounded(db, { ...window, messages: 3 }, 3),
    await isBounded(db, { ...window, messages: 4 }, 3),
  ]).toEqual([true, false])
  const settings = defaultRules.first_messages
  expect((await ines.client.tryMonitoringRule({ body: { settings } })).data).not.toHaveProperty('newestMessages')
})
