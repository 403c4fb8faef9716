import { expect, test } from 'vitest'
import { listByNewGenders } from '../../src/features/profiles/profile/profile.ts'
import { days, hours, minutes } from '../../src/infra/clock.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const become = ({ client }: Person, gender: string) =>
  client.editProfile({ body: { gender } }).then(({ update }) => update.user)

/** Lets time pass, runs the ten-minute job, and signs people in again. */
async function pass(world: World, time: number, people: readonly Person[]) {
  world.turnClock(time)
  await listByNewGenders(world.deps)
  for (const person of people) Object.assign(person, await world.signedInAgain(person))
}

/** The names of the people that someone finds in each list. */
const found = async ({ client }: Person) => {
  const names = (people: readonly { firstName: string }[]) => people.map(({ firstName }) => firstName).sort()
  return {
    search: names((await client.searchPeople({ query: {} })).data.users),
    people: names((await client.listPeople()).data.users),
    deck: names((await client.discover({ query: {} })).data.people.map(({ user }) => user)),
    count: (await client.getFilterCosts()).data.fitting,
  }
}
const finds = (...names: string[]) => ({ search: names, people: names, deck: names, count: names.length })

test('a gender changes twice a day, and choosing one or writing it in other letters is no change', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  for (const gender of ['Woman', 'woman', 'man', 'man', 'woman']) await become(ada, gender)
  await expect(become(ada, 'man')).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    details: { retryAfter: expect.toSatisfy((seconds: number) => seconds > 86_000 && seconds <= 86_400) },
  })
  const complete = ada.client.completeProfile({ body: { gender: 'man', bio: 'Nothing of this is saved.' } })
  await expect(complete).rejects.toMatchObject({ status: 429 })
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ gender: 'woman', bio: null })
  await pass(world, days(1) + minutes(1), [ada])
  expect(await become(ada, 'man')).toMatchObject({ gender: 'man' })
})

test('the genders that someone looks for can’t be found by trial: from the third change on, lists follow later', async () => {
  const world = await startWorld()
  const ada = await world.dater({ firstName: 'Ada' }, { interestedIn: ['man'] })
  const ben = await world.dater({ firstName: 'Ben' }, { gender: 'man', interestedIn: ['woman'] })
  const everyone = [ada, ben]
  expect([await found(ada), await found(ben)]).toEqual([finds('Ben'), finds('Ada')])
  expect(await become(ada, 'man')).toMatchObject({ gender: 'man', waitingGender: null })
  expect([await found(ada), await found(ben)]).toEqual([finds(), finds()])
  expect(await become(ada, 'woman')).toMatchObject({ gender: 'woman', waitingGender: null })
  expect([await found(ada), await found(ben)]).toEqual([finds('Ben'), finds('Ada')])

  await pass(world, days(2), everyone)
  const changedAt = world.deps.clock.now().getTime()
  const { gender, waitingGender } = await become(ada, 'man')
  expect([gender, waitingGender?.listedAs]).toEqual(['man', 'woman'])
  const by = new Date(waitingGender!.by).getTime()
  expect(Math.abs(by - changedAt - days(1))).toBeLessThan(minutes(1))
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ gender: 'man', waitingGender })
  // The profile shows the new gender at once, but search results don't change yet.
  expect([await found(ada), await found(ben)]).toEqual([finds('Ben'), finds('Ada')])
  await pass(world, minutes(50), everyone)
  expect([await found(ada), await found(ben)]).toEqual([finds('Ben'), finds('Ada')])
  await pass(world, days(1), everyone)
  expect([await found(ada), await found(ben)]).toEqual([finds(), finds()])
  expect((await ada.client.getProfile()).userData.user).toMatchObject({ gender: 'man', waitingGender: null })

  // After a month, two changes take effect at once again.
  await pass(world, days(31), everyone)
  expect(await become(ada, 'woman')).toMatchObject({ waitingGender: null })
  expect([await found(ada), await found(ben)]).toEqual([finds('Ben'), finds('Ada')])
})

test('the wait is between 1 and 24 hours, differs, and nothing that the member does makes it shorter', async () => {
  const world = await anyWorld()
  const waits: number[] = []
  for (let at = 0; at < 12; at++) {
    const ada = await world.dater()
    const waiting = async () =>
      (
        await world.query(`select found_gender, extract(epoch from found_gender_until)::float8 * 1000 as until
          from profiles where account_id = '${ada.user._id}'`)
      ).rows[0]
    const earlier = [days(3), days(2)].map((ago) => new Date(world.deps.clock.now().getTime() - ago).toISOString())
    await world.query(
      `update profiles set gender_changes = '{${earlier.join(',')}}' where account_id = '${ada.user._id}'`,
    )
    await become(ada, 'man')
    const first = await waiting()
    waits.push(first.until - world.deps.clock.now().getTime())
    expect(await become(ada, 'woman')).toMatchObject({ gender: 'woman', waitingGender: null })
    expect(first.found_gender).toBe('woman')
    expect((await waiting()).until).toBeGreaterThanOrEqual(first.until)
  }
  for (const wait of waits) expect(wait).toSatisfy((ms: number) => ms > hours(1) - minutes(1) && ms < hours(24))
  expect(new Set(waits.map((wait) => Math.round(wait / hours(1)))).size).toBeGreaterThan(3)
})

test('of two changes at the same moment, the second counts', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const outcomes = await Promise.allSettled(['man', 'non-binary', 'x', 'y', 'z'].map((gender) => become(ada, gender)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})
