// How compatible two people are: the share of each one's wishes that the other meets, shrunk toward the middle while
// they have few answers in common, with an interval.

/** As the answer sheet stores it: compact, because each deck reads many. Private answers aren't on the sheet. */
export type SheetAnswer = readonly [answer: number, accepted: readonly number[], importance: number]
export type Known = {
  answers: Readonly<Record<string, SheetAnswer>>
  intention: string | null
  interests: readonly string[]
  basics: Readonly<Record<string, unknown>>
}

const PRIOR = 0.5
/** How many answers the prior counts for. */
const PULL = 4
/** Standard deviations of a 90 % interval. */
const DEVIATIONS = 1.64

/** Intentions, habits and shared interests count as questions with a low weight, so that new members have a score. */
const mild = { intention: 10, habit: 1, interest: 1 }
const habits = ['children', 'smoking', 'drinking', 'diet'] as const
export const isHabit = (id: string): boolean => habits.some((habit) => habit === id)

/** Called for each thing that both answered: its weight for each, and whether the other meets it. */
type Visit = (id: string, mine: number, theyMeet: boolean, theirs: number, iMeet: boolean) => void

function eachAnswer(a: Known, b: Known, visit: Visit): void {
  for (const id in a.answers) {
    const [mine, theirs] = [a.answers[id], b.answers[id]]
    if (!mine || !theirs) continue
    visit(id, mine[2], mine[1].includes(theirs[0]), theirs[2], theirs[1].includes(mine[0]))
  }
}

const MOST_INTERESTS = 3

function compareProfiles(a: Known, b: Known, visit: Visit): void {
  const same = (id: string, one: unknown, other: unknown, weight: number) => {
    if (typeof one !== 'string' || typeof other !== 'string') return
    const met = one === other || one === 'open' || other === 'open'
    visit(id, weight, met, weight, met)
  }
  same('intention', a.intention, b.intention, mild.intention)
  for (const habit of habits) same(habit, a.basics[habit], b.basics[habit], mild.habit)
  const lowered = (texts: readonly string[]) => texts.map((each) => each.toLowerCase())
  const theirs = lowered(b.interests)
  const shared = [...new Set(lowered(a.interests).filter((each) => theirs.includes(each)))]
  for (const each of shared.toSorted().slice(0, MOST_INTERESTS))
    visit(`interest:${each}`, mild.interest, true, mild.interest, true)
}

/** The share of one person's wishes that the other meets. */
class Wishes {
  #total = 0
  #met = 0
  add(weight: number, met: boolean): void {
    this.#total += weight
    if (met) this.#met += weight
  }
  /** Null if none of the wishes can be compared. */
  share(): number | null {
    return this.#total === 0 ? null : this.#met / this.#total
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

/** The same from both sides. Null only if nothing is known. */
export function scoreOf(a: Known, b: Known): Score | null {
  const [mine, theirs] = [new Wishes(), new Wishes()]
  let pairs = 0
  const add: Visit = (_id, my, theyMeet, their, iMeet) => {
    pairs++
    mine.add(my, theyMeet)
    theirs.add(their, iMeet)
  }
  eachAnswer(a, b, add)
  const answered = pairs
  compareProfiles(a, b, add)
  const [theyMeet, youMeet] = [mine.share(), theirs.share()]
  if (theyMeet === null && youMeet === null) return null
  const raw = Math.sqrt((theyMeet ?? PRIOR) * (youMeet ?? PRIOR))
  const weight = answered + (pairs - answered) / 4
  const shrunk = (raw * weight + PRIOR * PULL) / (weight + PULL)
  const spread = DEVIATIONS * Math.sqrt((shrunk * (1 - shrunk)) / (weight + PULL))
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

/** What they agree and differ on, the heaviest first. */
export function whyOf(a: Known, b: Known): Why[] {
  const why: Why[] = []
  const add: Visit = (id, mine, theyMeet, theirs, iMeet) => {
    const weight = mine + theirs
    if (weight > 0) why.push({ kind: theyMeet && iMeet ? 'agree' : 'differ', id, weight })
  }
  eachAnswer(a, b, add)
  compareProfiles(a, b, add)
  return why.toSorted((one, other) => other.weight - one.weight || (one.id < other.id ? -1 : 1))
}
