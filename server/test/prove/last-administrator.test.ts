import { expect, test } from 'vitest'
import { applyDue } from '../../src/features/moderation/approvals/jobs.ts'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld, until, type World } from '../world.ts'

const REFUSED = { status: 409, code: 'conflict', message: 'You can’t remove the last administrator.' }

const acting = async (world: World) =>
  Number(
    (
      await world.query(
        `select count(*) from accounts where is_admin and state = 'active' and email_verified_at is not null`,
      )
    ).rows[0].count,
  )

type Acting = Person & { world: World }

/** Every way an administrator can lose the role, by themselves or through others. */
const ways: Record<string, (by: Acting, target: Person) => Promise<unknown>> = {
  'gives up the role': async (by, { client, user }) => {
    const { data } = await client.setRole({ params: { id: user._id }, body: { isAdmin: false } })
    if (data.approval) await by.client.approve({ params: { id: data.approval._id } })
  },
  'takes the role': async ({ client, world }, { user }) => {
    await client.setRole({ params: { id: user._id }, body: { isAdmin: false } })
    await world.query(`update approvals set takes_effect_at = now() where target_id = '${user._id}'`)
    await applyDue(world.deps)
  },
  deactivates: ({ client }, { user }) => client.deactivateUser({ params: { id: user._id }, body: {} }),
  'deletes their account': (_, { client, password }) => client.deleteAccount({ body: { password } }),
  pauses: (_, { client }) => client.setPrivacy({ body: { paused: true } }),
}

test("the last administrator can't leave, snooze or give up the role", async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const id = ines.user._id
  await expect(ways['gives up the role']!({ ...ines, world }, ines)).rejects.toMatchObject(REFUSED)
  await expect(ways['deletes their account']!({ ...ines, world }, ines)).rejects.toMatchObject(REFUSED)
  await expect(ways['pauses']!({ ...ines, world }, ines)).rejects.toMatchObject(REFUSED)
  const [newcomer, banned] = [await world.newcomer(), await world.member()]
  await world.query(`update accounts set is_admin = true where id in ('${newcomer.user._id}', '${banned.user._id}')`)
  await world.setState(banned, 'banned')
  await expect(ways['gives up the role']!({ ...ines, world }, ines)).rejects.toMatchObject(REFUSED)
  for (const statement of [
    `update accounts set state = 'banned' where id = '${id}'`,
    `update accounts set email_verified_at = null where is_admin`,
    `delete from accounts`,
  ])
    await expect(world.query(statement)).rejects.toMatchObject({ constraint: 'accounts_last_administrator' })
  expect(await acting(world)).toBe(1)
  expect((await ines.client.getProfile()).userData.user.isAdmin).toBe(true)
})

test('two administrators who remove each other at the same moment leave one, by any route', async () => {
  const world = await startWorld()
  let raced = 0
  for (let round = 0; round < rounds(1, 20); round++)
    for (const [one, first] of Object.entries(ways))
      for (const [other, second] of Object.entries(ways)) {
        const [ines, june] = [await world.administrator(), await world.administrator()]
        await world.query(
          `update accounts set is_admin = false where is_admin and id not in ('${ines.user._id}', '${june.user._id}')`,
        )
        await Promise.allSettled([first({ ...ines, world }, june), second({ ...june, world }, ines)])
        expect([one, other, await acting(world)]).toEqual([one, other, expect.toBeOneOf([1, 2])])
        raced++
      }
  await world.query('update accounts set is_admin = true')
  proof(`${raced} pairs of administrators removed each other concurrently: one always remained`)
})

test('a bulk action skips the last administrator, and says so', async () => {
  const world = await startWorld()
  const [ines, june] = [await world.administrator(), await world.administrator()]
  // Ines starts a batch, but is no longer an administrator when it reaches June.
  await world.query(`update accounts set is_admin = false where id = '${ines.user._id}'`)
  const { rows } =
    await world.query(`insert into batches (about, action, made_by, made_at, refused, needs_approval, released_at)
    values ('users', 'deactivate', '${ines.user._id}', now(), '[]', true, now()) returning id`)
  const batchId = rows[0].id as string
  await world.query(`insert into batch_items (batch_id, subject_id) values ('${batchId}', '${june.user._id}')`)
  await world.deps.db.transaction().execute((tx) => world.deps.jobs.add(tx, 'batch', { batchId }))
  const { batch } = (
    await until(async () => {
      const answer = await june.client.getBatch({ params: { id: batchId } })
      return answer.data.batch.finishedAt ? answer : undefined
    })
  ).data
  expect(batch.refused).toEqual([{ why: REFUSED.message, count: 1 }])
  expect(await acting(world)).toBe(1)
})
