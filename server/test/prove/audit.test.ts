import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'
import { verifyLog } from '../audit-steps.ts'

test('50 concurrent writes make one chain, whatever order they commit in', async () => {
  const world = await startWorld()
  const staff = await Promise.all(Array.from({ length: 5 }, () => world.administrator()))
  const people = await Promise.all(Array.from({ length: 10 }, () => world.dater()))
  await Promise.all(
    staff.flatMap(({ client }, from) =>
      people.map(({ user }) => client.getDossier({ params: { id: user._id }, reason: `Reason number ${from}.` })),
    ),
  )
  expect(await verifyLog(world)).toMatchObject({ checked: 50, problem: null })
})
