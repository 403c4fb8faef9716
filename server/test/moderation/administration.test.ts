import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registration } from '../people.ts'
import { present } from '../../../scripts/present.ts'
import { rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

type Invented = { joined: Date; born: string | null; gender: string | null; state: string }

const put = (world: World, people: Invented[]) =>
  Promise.all(
    people.map(async ({ joined, born, gender, state }, n) => {
      const { id } = await world.deps.db
        .insertInto('accounts')
        .values({
          email: `p${n}@people.example`,
          email_key: `p${n}@people.example`,
          first_name: 'P',
          last_name: String(n),
          created_at: joined,
          date_of_birth: born,
          state,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (gender)
        await world.deps.db.insertInto('profiles').values({ account_id: id, gender, updated_at: joined }).execute()
    }),
  )

test('figures count all accounts but erased ones, and an empty list gives zeros', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  await world.member()
  const leaving = await world.member()
  await world.setState(leaving, 'deactivated')
  await world.deps.db
    .insertInto('accounts')
    .values({ first_name: 'Deleted', last_name: 'member', created_at: present(), state: 'erased' })
    .execute()
  const { data } = await client.getStatistics()
  expect(data).toMatchObject({
    total: 3,
    vip: 0,
    active: 2,
    online: 3,
    newThisMonth: 3,
    newLastMonth: 0,
    profileComplete: 0,
    emailVerified: 3,
  })
  expect(data.growth).toHaveLength(6)
  expect(data.growth.at(-1)).toMatchObject({ total: 3, vip: 0 })
  expect(data.recent.map(({ _id }) => _id)).toContain(leaving.user._id)
  expect(data.recent.find(({ _id }) => _id === leaving.user._id)).toMatchObject({ isActive: false })
  expect(data.age.map(({ bucket }) => bucket)).toEqual(['18-25', '26-35', '36-45', '46-55', '56+'])
})

test('only administrators see the figures, and only in existing time zones', async () => {
  const world = await startWorld()
  await expect((await world.member()).client.getStatistics()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const { client } = await world.administrator()
  await expect(client.getStatistics({ query: { timeZone: 'Middle/Earth' } })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'timeZone' }] },
  })
})

const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Asia/Kathmandu', 'Europe/Lisbon']
const invented = fc.record({
  joined: fc.date({ min: new Date('2025-01-01T00:00:00Z'), max: present(), noInvalidDate: true }),
  born: fc.option(
    fc
      .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2008-01-01T00:00:00Z'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
  gender: fc.option(fc.constantFrom('woman', 'man', 'non-binary', 'Agender', 'genderfluid')),
  state: fc.constantFrom('active', 'paused', 'deactivated', 'banned', 'deleting'),
})

test('figures match a count by hand, for any people and time zone', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  await fc.assert(
    fc.asyncProperty(fc.array(invented, { maxLength: 40 }), fc.constantFrom(...zones), async (people, timeZone) => {
      await world.deps.db.deleteFrom('accounts').where('is_admin', '=', false).execute()
      await put(world, people)
      const { data } = await client.getStatistics({ query: { timeZone } })
      const day = (date: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(date)
      const now = present()
      const age = (born: string) =>
        Number(day(now).slice(0, 4)) - Number(born.slice(0, 4)) - (day(now).slice(5) < born.slice(5) ? 1 : 0)
      const administrators = 1
      expect(data.total).toBe(people.length + administrators)
      expect(data.active).toBe(
        people.filter(({ state }) => state === 'active' || state === 'paused').length + administrators,
      )
      for (const { month, total } of data.growth) {
        const joined = people.filter((person) => day(person.joined).startsWith(month)).length
        expect([month, total]).toEqual([month, joined + (month === day(now).slice(0, 7) ? administrators : 0)])
      }
      const ages = [...people.flatMap(({ born }) => (born ? [age(born)] : [])), age(registration().dateOfBirth)]
      expect(data.age.map(({ count }) => count)).toEqual(
        [
          [18, 25],
          [26, 35],
          [36, 45],
          [46, 55],
          [56, 120],
        ].map(([from, to]) => ages.filter((each) => each >= from! && each <= to!).length),
      )
      expect(data.gender.reduce((sum, { count }) => sum + count, 0)).toBe(data.total)
      expect(data.recent).toHaveLength(Math.min(5, data.total))
    }),
    { numRuns: rounds(15, 300) },
  )
})
