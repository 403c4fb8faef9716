// How well two people's answers go together: the share of each one's wishes that the other meets, drawn toward the
// middle by how little they have both answered, with where it likely lies.

/** As it is kept: many are read for each deck, and most are never looked at. */
export type Given = readonly [answer: number, accepted: readonly number[], importance: number, shown: boolean]
export type Known = {
  answers: Readonly<Record<string, Given>>
  intention: string | null
  interests: readonly string[]
  basics: Readonly<Record<string, unknown>>
}

const PRIOR = 0.5
/** As many answers as what one knows before the first of them is worth. */
const PULL = 4
/** What most people call nearly sure: nine of ten. */
const NEARLY = 1.64

/** Intentions, habits and shared interests count as questions with a mild weight, so that somebody new has a score. */
const mild = { intention: 10, habit: 1, interest: 1 }
const habits = ['children', 'smoking', 'drinking', 'diet'] as const

type Wish = { weight: number; met: boolean }
type Pair = { id: string; mine: Wish; theirs: Wish }

const lowered = (texts: readonly string[]) => new Set(texts.map((each) => each.toLowerCase()))

function mildPairs(a: Known, b: Known): Pair[] {
  const same = (id: string, one: unknown, other: unknown, weight: number): Pair[] => {
    if (typeof one !== 'string' || typeof other !== 'string') return []
    const met = one === other || one === 'open' || other === 'open'
    return [{ id, mine: { weight, met }, theirs: { weight, met } }]
  }
  const [one, other] = [lowered(a.interests), lowered(b.interests)]
  const shared = [...one]
    .filter((each) => other.has(each))
    .toSorted()
    .slice(0, 3)
  const interest = { weight: mild.interest, met: true }
  return [
    ...same('intention', a.intention, b.intention, mild.intention),
    ...habits.flatMap((habit) => same(habit, a.basics[habit], b.basics[habit], mild.habit)),
    ...shared.map((each) => ({ id: `interest:${each}`, mine: interest, theirs: interest })),
  ]
}

const common = (a: Known, b: Known): Pair[] =>
  Object.keys(a.answers).flatMap((id) => {
    const [mine, theirs] = [a.answers[id]!, b.answers[id]]
    if (!theirs) return []
    const wish = ([, accepted, weight]: Given, [answer]: Given): Wish => ({ weight, met: accepted.includes(answer) })
    return [{ id, mine: wish(mine, theirs), theirs: wish(theirs, mine) }]
  })

/** Null where nothing that either asks for is known of the other. */
function satisfied(wishes: readonly Wish[]): number | null {
  const asked = wishes.reduce((sum, { weight }) => sum + weight, 0)
  return asked === 0 ? null : wishes.reduce((sum, { weight, met }) => sum + (met ? weight : 0), 0) / asked
}

export type Score = {
  score: number
  low: number
  high: number
  /** Questions that both answered. */
  common: number
  theyMeet: number
  youMeet: number
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

/** The same seen from both sides; null only where nothing is known. */
export function scoreOf(a: Known, b: Known): Score | null {
  const answered = common(a, b)
  const pairs = [...answered, ...mildPairs(a, b)]
  const theyMeet = satisfied(pairs.map(({ mine }) => mine))
  const youMeet = satisfied(pairs.map(({ theirs }) => theirs))
  if (theyMeet === null && youMeet === null) return null
  const raw = Math.sqrt((theyMeet ?? PRIOR) * (youMeet ?? PRIOR))
  const weight = answered.length + (pairs.length - answered.length) / 4
  const shrunk = (raw * weight + PRIOR * PULL) / (weight + PULL)
  const spread = NEARLY * Math.sqrt((shrunk * (1 - shrunk)) / (weight + PULL))
  return {
    score: percent(shrunk),
    low: percent(shrunk - spread),
    high: percent(shrunk + spread),
    common: answered.length,
    theyMeet: percent(theyMeet ?? PRIOR),
    youMeet: percent(youMeet ?? PRIOR),
  }
}

export type Why = { kind: 'agree' | 'differ'; id: string; weight: number }

/** What speaks most for and against, as far as both let it be known. */
export function whyOf(a: Known, b: Known): Why[] {
  const shownByBoth = ({ id }: Pair) => b.answers[id]?.[3] !== false
  const weighed = [...common(a, b).filter(shownByBoth), ...mildPairs(a, b)].map(({ id, mine, theirs }): Why => ({
    kind: mine.met && theirs.met ? 'agree' : 'differ',
    id,
    weight: mine.weight + theirs.weight,
  }))
  return weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight || (one.id < other.id ? -1 : 1))
}
