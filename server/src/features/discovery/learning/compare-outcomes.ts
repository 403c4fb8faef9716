// Measures whether outcomes make decks better: viewers who get them beside the control group.

export type ViewerCards = { viewer: string; cards: number; matches: number; replies: number }

/** For each 100 cards. The interval is that of the difference. */
export type Measured = { learned: number; heldOut: number; difference: number; low: number; high: number }
export type Comparison = { cards: number; cardsHeldOut: number; matches: Measured | null; replies: Measured | null }

/** With fewer viewers, an interval isn't reliable, and numbers could be about a particular person. */
const FEWEST_VIEWERS = 30
const FEWEST_EVENTS = 10
const ERRORS = 1.96

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

type Event = 'matches' | 'replies'

/**
 * Events for each 100 cards, with the variance. It is computed over viewers, because the cards of one viewer are
 * correlated.
 */
function rateOf(viewers: readonly ViewerCards[], event: Event) {
  const cards = sumOf(viewers.map((each) => each.cards))
  const rate = sumOf(viewers.map((each) => each[event])) / cards
  const squares = sumOf(viewers.map((each) => (each[event] - rate * each.cards) ** 2))
  const count = viewers.length
  return { rate: 100 * rate, variance: (100 ** 2 * squares * count) / (count - 1) / cards ** 2 }
}

function measuredOf(learned: readonly ViewerCards[], heldOut: readonly ViewerCards[], event: Event): Measured | null {
  const groups = [learned, heldOut]
  if (groups.some((viewers) => sumOf(viewers.map((each) => each[event])) < FEWEST_EVENTS)) return null
  const [one, other] = [rateOf(learned, event), rateOf(heldOut, event)]
  const difference = one.rate - other.rate
  const around = ERRORS * Math.sqrt(one.variance + other.variance)
  return {
    learned: one.rate,
    heldOut: other.rate,
    difference,
    low: difference - around,
    high: difference + around,
  }
}

export function comparisonOf(all: readonly ViewerCards[], isHeldOut: (viewer: string) => boolean): Comparison | null {
  const heldOut = all.filter(({ viewer }) => isHeldOut(viewer))
  const learned = all.filter(({ viewer }) => !isHeldOut(viewer))
  if (heldOut.length < FEWEST_VIEWERS || learned.length < FEWEST_VIEWERS) return null
  return {
    cards: sumOf(learned.map(({ cards }) => cards)),
    cardsHeldOut: sumOf(heldOut.map(({ cards }) => cards)),
    matches: measuredOf(learned, heldOut, 'matches'),
    replies: measuredOf(learned, heldOut, 'replies'),
  }
}
