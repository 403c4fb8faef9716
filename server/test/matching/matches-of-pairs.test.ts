import { expect, test } from 'vitest'
import { expectWaitForPair } from '../pairs.ts'
import type { Person } from '../people.ts'
import { shared, startWorld } from '../world.ts'

// Two people have only one match, whoever likes first.

const anyWorld = shared(startWorld)

const like = async ({ client }: Person, { user }: Person) =>
  (await client.choose({ body: { userId: user._id, action: 'like' } })).data.match?._id

async function threeMembers() {
  const world = await anyWorld()
  return { world, ada: await world.dater(), ben: await world.dater(), eve: await world.dater() }
}

test('a match keeps its id when it starts again, and its people get no second one', async () => {
  const { world, ada, ben } = await threeMembers()
  await like(ada, ben)
  const id = (await like(ben, ada))!
  await ada.client.unmatch({ params: { id }, body: {} })
  await like(ben, ada)
  expect(await like(ada, ben)).toBe(id)
  expect((await ben.client.listMatches()).data.matches.map(({ _id }) => _id)).toEqual([id])
  await expect(
    world.query(
      `insert into matches (a_id, b_id, created_at) select a_id, b_id, now() from matches where id = '${id}'`,
    ),
  ).rejects.toMatchObject({ code: '23505' })
})

test('a choice and its undo wait while another transaction holds the pair', async () => {
  const { world, ada, ben } = await threeMembers()
  await expectWaitForPair(world, ada, ben, [() => like(ada, ben), () => ada.client.undoChoice()])
})

test('the id of other people’s match reveals nothing', async () => {
  const { world, ada, ben, eve } = await threeMembers()
  const strangers = ['0197f3a2-7d9e-7c3b-8a52-1f60d2b4c9e1', await world.matched(ada, ben)]
  const tries: ((id: string) => Promise<unknown>)[] = [
    (id) => eve.client.getMatch({ params: { id } }),
    (id) => eve.client.listMessages({ params: { id } }),
    (id) => eve.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Hello' } }),
    (id) => eve.client.readMessages({ params: { id }, body: { seq: 1 } }),
    (id) => eve.client.muteMatch({ params: { id }, body: { muted: true } }),
    (id) => eve.client.getDatePlan({ params: { id } }),
    (id) => eve.client.unmatch({ params: { id }, body: {} }),
  ]
  for (const attempt of tries) {
    const [none, theirs] = await Promise.all(
      strangers.map((id) =>
        attempt(id).then(String, (error: Error & { status: number }) => `${error.status} ${error.message}`),
      ),
    )
    expect(none).toMatch(/^404 /)
    expect(theirs).toBe(none)
  }
})
