// The worlds of the simulation, as data. No ranking depends on their assumptions.

export type World = {
  name: string
  women: number
  men: number
  days: number
  /** The mean logits with which women and men like, and the spread. */
  selectivity: { women: number; men: number; spread: number }
  /** The spread of how much people are liked. */
  attractiveness: number
  /** The spread of tastes by pair, and the correlation of the two directions. */
  taste: number
  mutual: number
  /** The share of people who like almost no one. */
  picky: number
  /** The share of men who are bots. Bots visit every day, like everyone, and look good. */
  bots: number
  gone: number
  newcomers: number
  /** The share of people who are liked less because of a group they belong to, and by how much. */
  minority: { share: number; distaste: number }
  /** True if a few people visit very often, and most visit rarely. */
  heavyTail: boolean
}

const base: World = {
  name: 'base',
  women: 600,
  men: 600,
  days: 42,
  selectivity: { women: -2.6, men: -0.8, spread: 0.8 },
  attractiveness: 1,
  taste: 1,
  mutual: 0.1,
  picky: 0,
  bots: 0,
  gone: 0,
  newcomers: 0,
  minority: { share: 0, distaste: 0 },
  heavyTail: false,
}

export const worlds: readonly World[] = [
  base,
  { ...base, name: '30 women to 70 men', women: 360, men: 840 },
  { ...base, name: 'a quarter very picky, 3% bots', picky: 0.25, bots: 0.03 },
  { ...base, name: '80% gone', women: 1600, men: 1600, gone: 0.8 },
  {
    ...base,
    name: 'all stresses',
    women: 1200,
    men: 2800,
    picky: 0.25,
    bots: 0.03,
    gone: 0.8,
    newcomers: 0.2,
    heavyTail: true,
  },
  { ...base, name: 'heavy tail', heavyTail: true },
  { ...base, name: 'mutual tastes', mutual: 0.7 },
  { ...base, name: 'weak tastes', taste: 0.3 },
  { ...base, name: 'a minority with distaste', minority: { share: 0.15, distaste: 1.2 } },
  { ...base, name: '20% newcomers', newcomers: 0.2 },
]
