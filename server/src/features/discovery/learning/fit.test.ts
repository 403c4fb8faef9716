import { expect, test } from 'vitest'
import { seededRandom, defaultGroupOrder, type RankingStats } from '../deck/rules.ts'
import { fitGroups, orderFrom } from './fitting.ts'
import { rankingStatsBefore } from './held-out.ts'
import { guessOf, replayedWith, slopeOf, type Choice, type Moments, type Member, type Past } from './rules.ts'

const PEOPLE = 160
const CHOICES = 24_000

/** Swipes of people who differ so little that a few swipes reveal little about them. */
function pastOf(seed: string): Past {
  const random = seededRandom(seed)
  const some = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const people = Array.from({ length: PEOPLE }, (_, nth) => ({
    id: String(nth),
    own: some() * 0.6,
    liked: some() * 0.6,
  }))
  const choices = Array.from({ length: CHOICES }, (): Choice => {
    const one = people[Math.floor(random() * PEOPLE)]!
    const other = people[Math.floor(random() * PEOPLE)]!
    const likes = random() < 1 / (1 + Math.exp(0.5 - one.own - other.liked))
    return { chooser: one.id, chosen: other.id, likes, score: null }
  })
  const fresh = (): Member => ({ ...nothing(), group: defaultGroupOrder, genderGroup: 'woman', ageFrom: null })
  return { choices, members: new Map(people.map(({ id }) => [id, fresh()])) }
}
const nothing = (): Omit<RankingStats, 'group'> => ({ gaveLikes: 0, gave: 0, gotLikes: 0, got: 0, shown: 0 })

/** Moments of members who differ a lot, so that a share reveals much about a person. */
const bold: Moments = { members: 500, mean: 0.4, variance: 0.08, meanOfInverse: 0.01 }

test('priors count for as much as does best where little is known, whatever moments say', async () => {
  const past = pastOf('now')
  const moments = new Map([['woman', { gives: bold, gets: bold }]])
  const fitted = await fitGroups(past, ['woman'], moments, () => defaultGroupOrder)
  expect(fitted['woman']!.gives.of).toBeGreaterThanOrEqual(8)
  const later = pastOf('later')
  const slopeAt = (known: number) => {
    const stats = rankingStatsBefore(later, orderFrom(fitted))
    return slopeOf(Array.from(replayedWith(known, later.choices, stats), guessOf))
  }
  for (const known of [3, 8, 11]) expect(Math.abs(slopeAt(known) - 1)).toBeLessThan(0.15)
})

test('a choice is seen with the latest few decisions before it, and not at all while fewer are known', () => {
  const people = new Map(['a', 'b'].map((id) => [id, { ...nothing(), group: defaultGroupOrder }]))
  const both = (likes: boolean): Choice[] => [
    { chooser: 'a', chosen: 'b', likes, score: null },
    { chooser: 'b', chosen: 'a', likes: !likes, score: null },
  ]
  const choices = [true, true, false, true].flatMap(both)
  const seen = [...replayedWith(2, choices, (id) => people.get(id))].map(({ one, other }) => [
    one.gaveLikes,
    one.gotLikes,
    other.gaveLikes,
    other.gotLikes,
  ])
  expect(seen.slice(0, 2)).toEqual([
    [2, 0, 0, 2],
    [0, 1, 1, 0],
  ])
  expect(seen).toHaveLength(4)
})
