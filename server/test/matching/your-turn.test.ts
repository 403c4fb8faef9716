import type { Action, Message } from '@kindred/contract'
import { expect, test } from 'vitest'
import { configure } from '../configuring.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

const refused = { code: 'your_turn', status: 409 }

const choose = ({ client }: Person, { user }: Person, action: Action = 'like') =>
  client.choose({ body: { userId: user._id, action } })

const write = ({ client }: Person, id: string) =>
  client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'How was the ferry?' } })

async function limited(yourTurnLimit: number): Promise<World> {
  const world = await startWorld()
  const { client } = await world.administrator()
  await configure(client, { yourTurnLimit })
  return world
}

/** A match whose other member wrote last. */
async function waiting(world: World, ada: Person, firstName: string) {
  const person = await world.dater({ firstName })
  const id = await world.matched(ada, person)
  await write(person, id)
  return { ...person, id }
}

test('likes pause while conversations wait for a reply, and an answer, a goodbye or a block frees a place', async () => {
  const world = await limited(2)
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  await world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${ada.user._id}'`)
  const ben = await waiting(world, ada, 'Ben')
  const before = (await choose(ada, eve)).data.allowance
  await ada.client.undoChoice()
  const cleo = await waiting(world, ada, 'Cleo')
  const turns = async () =>
    (await ada.client.listMatches()).data.matches.filter(({ yourTurn }) => yourTurn).map(({ user }) => user.firstName)
  expect(await turns()).toEqual(['Cleo', 'Ben'])

  await expect(choose(ada, eve)).rejects.toMatchObject({
    ...refused,
    message: '2 conversations are waiting for your reply. Reply to one or close it kindly to like more people.',
  })
  await expect(choose(ada, eve, 'superlike')).rejects.toMatchObject(refused)
  // A refusal costs nothing. Passes and undo stay free, and a like that was already made can be repeated.
  expect((await ada.client.getAllowance()).data).toMatchObject({ superlikes: before.superlikes })
  await choose(ada, eve, 'pass')
  await ada.client.undoChoice()
  expect((await choose(ada, ben)).data.match).toMatchObject({ _id: ben.id })

  await write(ada, ben.id)
  expect(await turns()).toEqual(['Cleo'])
  await choose(ada, eve)
  await ada.client.undoChoice()
  await write(ben, ben.id)
  await expect(choose(ada, eve)).rejects.toMatchObject(refused)

  await ada.client.unmatch({ params: { id: ben.id }, body: { closing: 'no-spark' } })
  await choose(ada, eve)
  await ada.client.undoChoice()
  const dan = await waiting(world, ada, 'Dan')
  await expect(choose(ada, eve)).rejects.toMatchObject(refused)
  await ada.client.block({ body: { userId: dan.user._id } })
  await choose(ada, eve)
  await ada.client.undoChoice()

  await waiting(world, ada, 'Fay')
  await expect(choose(ada, eve)).rejects.toMatchObject(refused)
  // A conversation that has been quiet for two weeks rests by itself.
  await world.query(`update matches set last_message_at = now() - interval '15 days' where id = '${cleo.id}'`)
  expect(await turns()).toEqual(['Fay'])
  await choose(ada, eve)
})

test('concurrent likes are all refused while too many conversations wait, and all accepted after a reply', async () => {
  const world = await limited(1)
  const ada = await world.dater()
  const ben = await waiting(world, ada, 'Ben')
  const others = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Dan' })]
  const tries = await Promise.allSettled(others.map((other) => choose(ada, other)))
  expect(tries).toMatchObject([{ reason: refused }, { reason: refused }])
  expect((await ada.client.listGivenLikes()).data.likes).toEqual([])
  // The other side isn't limited, and their like waits for the answer.
  const [theirs] = await Promise.allSettled([choose(others[0]!, ada), choose(ada, others[0]!)])
  expect(theirs).toMatchObject({ status: 'fulfilled', value: { data: { match: null } } })
  await write(ada, ben.id)
  const liked = await Promise.all(others.map((other) => choose(ada, other)))
  expect(liked.map(({ data }) => data.match?.user.firstName)).toEqual(['Cleo', undefined])
  // The refused ones cost nothing: 50 likes a day, of which Ben got one.
  expect((await ada.client.getAllowance()).data.likes).toBe(47)
})

test('the limit is 8 at first, and an operator can turn it off', async () => {
  const world = await limited(0)
  expect((await world.client().getStatus()).settings.yourTurnLimit).toBe(0)
  const fresh = await startWorld()
  expect((await fresh.client().getStatus()).settings.yourTurnLimit).toBe(8)
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  await waiting(world, ada, 'Cleo')
  await choose(ada, ben)
})

test('a deleted message neither waits for a reply nor is one', async () => {
  const world = await limited(1)
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  const ben = await world.dater({ firstName: 'Ben' })
  const id = await world.matched(ada, ben)
  const remove = async ({ client }: Person, message: Message) =>
    client.deleteMessage({ params: { id, messageId: message._id } })
  const first = (await write(ben, id)).data.message
  await expect(choose(ada, eve)).rejects.toMatchObject(refused)
  await remove(ada, (await write(ada, id)).data.message)
  await expect(choose(ada, eve)).rejects.toMatchObject(refused)
  await remove(ben, first)
  await choose(ada, eve)
})
