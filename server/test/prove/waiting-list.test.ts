import { expect, test } from 'vitest'
import { admitWaiting } from '../../src/features/identity/index.ts'
import { type World } from '../world.ts'
import { LEAST, startWaiting, type Changes, waitIn, inOf } from '../waiting-list-steps.ts'

const men: Changes = { gender: 'man', interestedIn: ['woman'] }

const women: Changes = { gender: 'woman', interestedIn: ['man'] }

const look = (world: World) => admitWaiting(world.deps)

test('two looks at the same time let everyone in once', async () => {
  const { world } = await startWaiting()
  const people = [...(await waitIn(world, LEAST, men, 'Ben')), ...(await waitIn(world, LEAST, women))]
  await Promise.all([look(world), look(world), look(world)])
  expect(await inOf(people)).toBe('1111111111')
  const { rows } = await world.query(`
    select (select count(*)::int from mails where kind = 'admission') as mails,
      (select count(*)::int from notifications where topic like 'admission:%') as notifications`)
  expect(rows).toEqual([{ mails: 10, notifications: 10 }])
})
