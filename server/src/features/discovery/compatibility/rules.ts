// How well two people's answers go together: the share of each one's wishes that the other meets, drawn toward the
// middle by how little they have both answered, with where it likely lies.

/** As it is kept: many are read for each deck, and most are never looked at. Private answers are not among them. */
export type Given = readonly [answer: number, accepted: readonly number[], importance: number]
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

/** One thing that both said something about: how much it weighs for each, and whether the other meets it. */
type Tell = (id: string, mine: number, theyMeet: boolean, theirs: number, iMeet: boolean) => void

function eachAnswer(a: Known, b: Known, tell: Tell): void {
  for (const id in a.answers) {
    const theirs = b.answers[id]
    if (!theirs) continue
    const mine = a.answers[id]!
    tell(id, mine[2], mine[1].includes(theirs[0]), theirs[2], theirs[1].includes(mine[0]))
  }
}

const MOST_INTERESTS = 3

function eachMild(a: Known, b: Known, tell: Tell): void {
  const same = (id: string, one: unknown, other: unknown, weight: number) => {
    if (typeof one !== 'string' || typeof other !== 'string') return
    const met = one === other || one === 'open' || other === 'open'
    tell(id, weight, met, weight, met)
  }
  same('intention', a.intention, b.intention, mild.intention)
  for (const habit of habits) same(habit, a.basics[habit], b.basics[habit], mild.habit)
  const lowered = (texts: readonly string[]) => texts.map((each) => each.toLowerCase())
  const theirs = lowered(b.interests)
  const shared = [...new Set(lowered(a.interests).filter((each) => theirs.includes(each)))]
  for (const each of shared.toSorted().slice(0, MOST_INTERESTS))
    tell(`interest:${each}`, mild.interest, true, mild.interest, true)
}

/** The share of what somebody asks for that the other meets. */
class Wishes {
  #asked = 0
  #met = 0
  add(weight: number, met: boolean): void {
    this.#asked += weight
    if (met) this.#met += weight
  }
  /** Null where nothing that they ask for is known of the other. */
  share(): number | null {
    return this.#asked === 0 ? null : this.#met / this.#asked
  }
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
  const [mine, theirs] = [new Wishes(), new Wishes()]
  let pairs = 0
  const add: Tell = (_id, my, theyMeet, their, iMeet) => {
    pairs++
    mine.add(my, theyMeet)
    theirs.add(their, iMeet)
  }
  eachAnswer(a, b, add)
  const answered = pairs
  eachMild(a, b, add)
  const [theyMeet, youMeet] = [mine.share(), theirs.share()]
  if (theyMeet === null && youMeet === null) return null
  const raw = Math.sqrt((theyMeet ?? PRIOR) * (youMeet ?? PRIOR))
  const weight = answered + (pairs - answered) / 4
  const shrunk = (raw * weight + PRIOR * PULL) / (weight + PULL)
  const spread = NEARLY * Math.sqrt((shrunk * (1 - shrunk)) / (weight + PULL))
  return {
    score: percent(shrunk),
    low: percent(shrunk - spread),
    high: percent(shrunk + spread),
    common: answered,
    theyMeet: percent(theyMeet ?? PRIOR),
    youMeet: percent(youMeet ?? PRIOR),
  }
}

export type Why = { kind: 'agree' | 'differ'; id: string; weight: number }

/** What speaks most for and against. */
export function whyOf(a: Known, b: Known): Why[] {
  const why: Why[] = []
  const add: Tell = (id, mine, theyMeet, theirs, iMeet) => {
    const weight = mine + theirs
    if (weight > 0) why.push({ kind: theyMeet && iMeet ? 'agree' : 'differ', id, weight })
  }
  eachAnswer(a, b, add)
  eachMild(a, b, add)
  return why.toSorted((one, other) => other.weight - one.weight || (one.id < other.id ? -1 : 1))
}
