// npm run simulate: eight weeks of the product's order, compared with a random one and one by popularity. Fails below a
// threshold.
import { simulate, type Order, type Town } from './simulation.ts'

const usual: Town = { women: 5000, men: 5000, days: 56, selectivity: 0.8, attractiveness: 1, taste: 1 }

type Bars = { overRandom: number; overBest: number; gini: number; strict: boolean }
const small = { ...usual, women: 1500, men: 1500, days: 28 }
const stress: Bars = { overRandom: 1.05, overBest: 1, gini: 0.4, strict: false }
const cases: [name: string, town: Town, bars: Bars][] = [
  ['5,000 and 5,000 people, 56 days', usual, { overRandom: 1.15, overBest: 1.25, gini: 0.35, strict: true }],
  ['35 women to 65 men', { ...small, women: 1050, men: 1950 }, stress],
  // After three weeks everyone has met everyone there, whatever the order.
  ['a town of 800, its first week', { ...small, women: 400, men: 400, days: 7 }, stress],
  ['nothing known yet: the first ten days', { ...small, days: 10 }, stress],
  ['weak taste of pairs', { ...small, taste: 0.3 }, stress],
]

const percent = (value: number) => `${(value * 100).toFixed(1)} %`
let missed = 0

for (const [name, town, bars] of cases) {
  const of = (order: Order) => simulate(town, order, `kindred ${name}`)
  const [ours, random, mixed, best] = [of('ours'), of('random'), of('random-with-likers'), of('best-first')]
  const checks: [text: string, met: boolean][] = [
    [
      `matches × ${(ours.matches / random.matches).toFixed(2)} of random`,
      ours.matches >= bars.overRandom * random.matches,
    ],
    [`× ${(ours.matches / best.matches).toFixed(2)} of best-first`, ours.matches >= bars.overBest * best.matches],
    [`(× ${(ours.matches / mixed.matches).toFixed(2)} of random with our quarter of likers)`, true],
    [`Gini ${ours.gini.toFixed(2)}`, ours.gini <= bars.gini],
  ]
  if (bars.strict)
    checks.push(
      [`never shown ${percent(ours.unseen)}`, ours.unseen <= 0.002],
      [`not shown in some week ${percent(ours.unseenInAWeek)}`, ours.unseenInAWeek <= 0.02],
      [`under a tenth of the mean ${percent(ours.underATenth)}`, ours.underATenth <= 0.03],
      [`least attractive tenth ${percent(ours.least)} of the mean`, ours.least >= 0.25],
    )
  missed += checks.filter(([, met]) => !met).length
  console.log(`${name}: ${checks.map(([text, met]) => `${text} ${met ? '✓' : '✗'}`).join(', ')}`)
}
process.exit(missed > 0 ? 1 : 0)
