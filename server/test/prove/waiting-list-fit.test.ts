import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMutualFit, membersIn } from '../../src/features/discovery/index.ts'
import { fieldsOf } from '../../src/features/operations/index.ts'
import { configure } from '../configuring.ts'
import type { Person } from '../people.ts'
import { proof } from '../proofs.ts'
import { startWorld } from '../world.ts'

// The waiting list compares people in memory. Each deck must have exactly those of whom it says that they fit.

const PEOPLE = process.env['PROVE'] === 'full' ? 90 : 36

const field = { required: false, filter: 'free' as const, dealbreaker: true, weight: 0, sensitive: false }
const fields = [
  {
    ...field,
    id: 'faculty',
    kind: 'several' as const,
    label: 'Faculty',
    options: ['law', 'arts', 'old'].map((id) => ({ id, label: id })),
    asked: 'later' as const,
    audience: 'everyone' as const,
  },
  {
    ...field,
    id: 'year',
    kind: 'number' as const,
    label: 'Year',
    options: [],
    min: 1,
    max: 9,
    asked: 'later' as const,
    audience: 'everyone' as const,
    filter: 'premium' as const,
  },
]

const cities = ['Lisbon', 'Almada', 'Setúbal', 'Torres Vedras']
const genders = ['woman', 'man', 'non-binary', 'Agender']
const groups = ['woman', 'man', 'non-binary', 'agender']
const rarely = fc.nat(5).map((which) => which === 0)
const often = fc.nat(2).map((which) => which > 0)
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })

const drawn = fc.record({
  city: fc.constantFrom(...cities),
  gender: fc.constantFrom(...genders),
  wants: fc.oneof({ weight: 3, arbitrary: fc.constant(groups.slice(0, 3)) }, some(groups)),
  born: fc.integer({ min: 1960, max: 2000 }),
  ages: fc.oneof(
    fc.constant([18, 120] as const),
    fc.tuple(fc.integer({ min: 18, max: 35 }), fc.integer({ min: 40, max: 80 })),
  ),
  reach: fc.constantFrom(null, null, 5, 25, 50, 80),
  hidesAge: rarely,
  hidesDistance: rarely,
  incognito: fc.nat(9).map((which) => which === 0),
  checked: often,
  premium: often,
  intention: fc.constantFrom(null, 'relationship', 'casual'),
  smoking: fc.constantFrom(null, 'never', 'often'),
  faculty: fc.constantFrom(null, ['law'], ['arts'], ['law', 'arts'], ['gone']),
  year: fc.constantFrom(null, 2, 7),
  filters: fc.record(
    {
      intention: fc.constant(['relationship']),
      smoking: fc.constant(['never']),
      checkedOnly: fc.constant(true),
      fields: fc.record(
        { faculty: fc.constantFrom(['law'], ['arts', 'gone'], ['gone']), year: fc.constant({ min: 1, max: 4 }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  filtersAtAll: rarely,
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const quoted = (value: unknown) => `'${JSON.stringify(value)}'`
const array = (values: readonly string[]) => `array[${values.map((each) => `'${each}'`).join()}]::text[]`

/** By SQL, because most of this would take a request of its own. */
function columnsOf(each: Drawn, id: string): string {
  const answers = {
    ...(each.faculty ? { faculty: { kind: 'several', value: each.faculty, audience: 'everyone' } } : {}),
    ...(each.year ? { year: { kind: 'number', value: each.year, audience: 'everyone' } } : {}),
  }
  return `
    update accounts set hide_age = ${each.hidesAge},
      hide_distance = ${each.hidesDistance}, incognito = ${each.incognito},
      photo_checked_at = ${each.checked ? 'now()' : 'null'},
      premium_until = ${each.premium ? `now() + interval '1 day'` : 'null'} where id = '${id}';
    update profiles set interested_in = ${array(each.wants)}, age_min = ${each.ages[0]}, age_max = ${each.ages[1]},
      reach = ${each.reach}, intention = ${each.intention ? `'${each.intention}'` : 'null'},
      basics = ${quoted(each.smoking ? { smoking: each.smoking } : {})}, fields = ${quoted(answers)},
      filters = ${quoted(each.filtersAtAll ? each.filters : {})} where account_id = '${id}'`
}

test('two people fit if each is in the other’s deck, and no one else does', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await configure(ines.client, { fields })
  const people: Person[] = []
  for (const each of fc.sample(drawn, { numRuns: PEOPLE, seed: 58 })) {
    const location = { city: each.city, country: 'Portugal' }
    const person = await world.dater({ dateOfBirth: `${each.born}-03-09` }, { gender: each.gender, location })
    await world.query(columnsOf(each, person.user._id))
    people.push(person)
  }
  const now = world.deps.clock.now()
  const members = await membersIn(world.deps.db, 'PT Lisbon', await fieldsOf(world.deps), now)
  expect(members).toHaveLength(PEOPLE)
  const decks = new Map<string, string[]>()
  for (const { client, user } of people) {
    const cards = (await client.discover({ query: { limit: '100' } })).data.people
    decks.set(
      user._id,
      cards.map(({ user: { _id } }) => _id),
    )
  }
  let pairs = 0
  for (const one of members)
    for (const other of members.slice(members.indexOf(one) + 1)) {
      const inDecks = decks.get(one.id)!.includes(other.id) && decks.get(other.id)!.includes(one.id)
      expect([one, other, isMutualFit(one, other)]).toEqual([one, other, inDecks])
      pairs += Number(inDecks)
    }
  expect(pairs).toBeGreaterThan(PEOPLE)
  proof(`${PEOPLE} people: ${pairs} pairs fit, as in their decks`)
}, 300_000)
