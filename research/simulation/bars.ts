import type { Outcome } from './outcome.ts'
import type { World } from './worlds.ts'

export type Bar = { text: string; met: boolean | null }
type Runs = { ours: Outcome[]; random: Outcome[]; best: Outcome[] }

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const percent = (value: number) => `${(value * 100).toFixed(1)} %`

/** Two-sided 95 % quantiles of Student's t-distribution, for as many seeds as anyone runs. */
const QUANTILES = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]

export function intervalOf(values: readonly number[], write: (value: number) => string = round): string {
  const mean = meanOf(values)
  if (values.length < 2) return write(mean)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const around = (QUANTILES[values.length - 2] ?? 1.96) * Math.sqrt(variance / values.length)
  return `${write(mean)} (${write(mean - around)} to ${write(mean + around)})`
}

/** The ratio of matches with the same seed, which means the same people and tastes. */
const ratios = (ours: readonly Outcome[], others: readonly Outcome[]) =>
  ours.map(({ matches }, nth) => matches / (others[nth]?.matches ?? 1))
export const ratioTo = (ours: readonly Outcome[], others: readonly Outcome[]): string =>
  intervalOf(ratios(ours, others))

const A_WORLD_OF_MEN = 1.5
/**
 * The four-fifths rule: members of a minority get at least this share of others' exposure, whatever others think of
 * them.
 */
const MINORITY = 0.8

export function barsOf(world: World, { ours, random, best }: Runs): Bar[] {
  const of = (field: Exclude<keyof Outcome, 'matches'>) =>
    ours.flatMap((outcome) => (outcome[field] === null ? [] : [outcome[field]]))
  const atMost = (text: string, values: number[], most: number | null, write = percent): Bar[] =>
    values.length === 0
      ? []
      : [
          {
            text: `${text} ${intervalOf(values, write)}${most === null ? '' : `, at most ${write(most)}`}`,
            met: most === null ? null : meanOf(values) <= most,
          },
        ]
  const atLeast = (name: string, others: Outcome[], least: number): Bar => ({
    text: `matches × ${ratioTo(ours, others)} of ${name}, at least ${round(least)}`,
    met: meanOf(ratios(ours, others)) >= least,
  })
  return [
    atLeast('random', random, 1.15),
    atLeast('best-first', best, 1),
    ...atMost('Gini of exposure', of('gini'), 0.35, round),
    ...atMost('cards that show people who are gone', of('gone'), 0.12),
    ...atMost('lost likes of the less attractive half', of('lostLikes'), world.name === 'base' ? 0.15 : null),
    ...atMost('unseen in a week', of('unseen'), world.men > A_WORLD_OF_MEN * world.women ? 0.05 : 0.025),
    ...atMost('days until a newcomer matches', of('wait'), world.gone > 0 ? null : 3, round),
    ...atMost('exposure of a bot', of('bots'), 1.2, round),
    ...ofMinority(ours, random),
  ]
}

const present = (values: (number | null)[]) => values.filter((value) => value !== null)

/** Tastes limit the matches of a minority, so the shuffle shows how many are possible. */
function ofMinority(ours: readonly Outcome[], random: readonly Outcome[]): Bar[] {
  const shown = present(ours.map(({ minority }) => minority))
  if (shown.length === 0) return []
  const equals = present(ours.map(({ minorityOfEquals }) => minorityOfEquals))
  const [matches, shuffled] = [ours, random].map((runs) =>
    intervalOf(present(runs.map(({ minorityMatches }) => minorityMatches))),
  )
  return [
    { text: `exposure of the minority ${intervalOf(shown)}, at least ${MINORITY}`, met: meanOf(shown) >= MINORITY },
    { text: `of that of others who are liked as often ${intervalOf(equals)}`, met: null },
    { text: `matches of the minority ${matches} for each of the others’, with the shuffle ${shuffled}`, met: null },
  ]
}

/**
 * Targets missed by a shuffle that shows likers and counts activity like the product. The
 * first target is left out, because a shuffle can't make more matches than itself.
 */
export const missedByShuffle = (world: World, { random, best }: Pick<Runs, 'random' | 'best'>): string[] =>
  missedOf(barsOf(world, { ours: random, random, best }).slice(1))

export const missedOf = (bars: readonly Bar[]): string[] =>
  bars.filter(({ met }) => met === false).map(({ text }) => text)
