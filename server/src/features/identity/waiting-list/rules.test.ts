import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from './rules.ts'

type Person = { id: string; groups: ('woman' | 'man')[]; likes: (other: Person) => boolean }

const someone = (id: string, group: 'woman' | 'man', likes: (other: Person) => boolean = () => true): Person => ({
  id,
  groups: [group],
  likes: (other) => other.groups[0] !== group && likes(other),
})
const some = (count: number, group: 'woman' | 'man', likes?: (other: Person) => boolean): Person[] =>
  Array.from({ length: count }, (_, at) => someone(`${group} ${at + 1}`, group, likes))
const fits = (one: Person, other: Person) => one.likes(other) && other.likes(one)

const closed = { members: [], least: 3, isOpen: false }

const letIn = async (waiting: Person[], more: Partial<Parameters<typeof decide<Person>>[0]> = {}) => {
  const outcome = await decide({ ...closed, ...more, waiting }, fits)
  return { ...outcome, ids: outcome.admitted.map((at) => waiting[at]!.id) }
}

test('a region opens once those who would come in have enough, and not with one fewer', async () => {
  const few = await letIn([...some(3, 'man'), ...some(2, 'woman')])
  expect(few).toMatchObject({ opens: false, ids: [], fitting: [2, 2, 2, 3, 3], sides: [] })
  const enough = await letIn([...some(3, 'man'), ...some(3, 'woman')])
  expect(enough.opens).toBe(true)
  expect(enough.ids).toHaveLength(6)
  expect(enough.sides).toEqual([
    { group: 'man', median: 3 },
    { group: 'woman', median: 3 },
  ])
})

test('those whose people would stay outside don’t count them', async () => {
  // Each of these three women likes only the men who like no one else.
  const shy = some(3, 'woman', ({ id }) => id.startsWith('shy'))
  const men = Array.from({ length: 3 }, (_, at) => someone(`shy ${at}`, 'man', () => at > 0))
  expect(await letIn([...shy, ...men])).toMatchObject({ opens: false, ids: [], fitting: [2, 2, 2, 0, 3, 3] })
})

test('in an open region, people with fewer come in, in order, while more than half of their side have enough', async () => {
  const liked = some(4, 'man')
  const women = some(3, 'woman', ({ id }) => !id.startsWith('lonely'))
  const lonely = Array.from({ length: 6 }, (_, at) => someone(`lonely ${at + 1}`, 'man'))
  const { ids, sides } = await letIn([...lonely, ...women, ...liked])
  // Of seven men, four have enough. An eighth would leave four of eight.
  expect(ids).toEqual(['lonely 1', 'lonely 2', 'lonely 3', ...women.map(({ id }) => id), ...liked.map(({ id }) => id)])
  expect(sides).toContainEqual({ group: 'man', median: 3 })
  const again = await decide(
    { members: [...lonely.slice(0, 3), ...women, ...liked], waiting: lonely.slice(3), least: 3, isOpen: true },
    fits,
  )
  expect(again).toMatchObject({ opens: false, admitted: [] })
})

test('someone whom enough members fit comes in, whatever their gender', async () => {
  const { ids, opens } = await letIn(some(100, 'man'), { members: some(40, 'woman') })
  expect(opens).toBe(true)
  expect(ids).toHaveLength(100)
})

/** The same, by the definition, comparing everyone with everyone each time. */
function byDefinition({ members, waiting, least, isOpen }: Parameters<typeof decide<Person>>[0]) {
  const countIn = (all: readonly Person[]) => (one: Person) =>
    all.filter((other) => other !== one && fits(one, other)).length
  let core = [...waiting]
  for (;;) {
    const count = countIn([...members, ...core])
    const next = core.filter((each) => count(each) >= least)
    if (next.length === core.length) break
    core = next
  }
  let inside = [...members, ...core]
  const keepsMedian = (all: readonly Person[], group: string) => {
    const counts = all.filter(({ groups }) => groups[0] === group).map(countIn(all))
    return counts.toSorted((a, b) => a - b)[Math.floor((counts.length - 1) / 2)]! >= least
  }
  if (isOpen || core.length > 0)
    for (const each of waiting) {
      const next = [...inside, each]
      if (core.includes(each)) continue
      if (countIn(next)(each) < least && !keepsMedian(next, each.groups[0]!)) continue
      inside = next
    }
  return waiting.flatMap((each, at) => (inside.includes(each) ? [at] : []))
}

test('the list lets in the same people as its definition, whoever fits whom', async () => {
  const people = fc.array(fc.record({ isMan: fc.boolean(), likes: fc.bigInt({ min: 0n, max: 2n ** 24n - 1n }) }), {
    maxLength: 24,
  })
  await fc.assert(
    fc.asyncProperty(people, fc.nat(12), fc.boolean(), async (drawn, inside, isOpen) => {
      const all: Person[] = drawn.map(({ isMan, likes }, at) => ({
        id: String(at),
        groups: [isMan ? 'man' : 'woman'],
        likes: ({ id }) => ((likes >> BigInt(id)) & 3n) > 0n,
      }))
      const region = { members: all.slice(0, inside), waiting: all.slice(inside), least: 3, isOpen }
      expect((await decide(region, fits)).admitted).toEqual(byDefinition(region))
    }),
    { numRuns: 300 },
  )
})
