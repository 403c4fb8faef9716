// How compatible two people are: the share of each one's wishes that the other meets, shrunk toward what is usual here
// while they have few answers in common, with an interval.

/** As the answer sheet stores it: compact, because each deck reads many. Private answers aren't on the sheet. */
export type SheetAnswer = readonly [answer: number, accepted: readonly number[], importance: number]
export type Known = {
  answers: Readonly<Record<string, SheetAnswer>>
  intention: string | null
  interests: readonly string[]
  basics: Readonly<Record<string, unknown>>
}

/** The share of wishes that two people here usually meet, until the community's own is known. */
export const USUAL_SHARE = 0.5
/** How many answers that share counts for. */
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

/**
 * The share of one person's wishes that the other meets, shrunk toward the usual share. A few heavy answers tell less
 * than as many equal ones, so answers count as many as equal ones would tell as much (Kish's effective size).
 */
class Wishes {
  #total = 0
  #met = 0
  #squares = 0
  add(weight: number, met: boolean): void {
    this.#total += weight
    this.#squares += weight ** 2
    if (met) this.#met += weight
  }
  /** Null if none of the wishes can be compared. */
  share(): number | null {
    return this.#total === 0 ? null : this.#met / this.#total
  }
  estimate(usual: number) {
    const count = this.#total === 0 ? 0 : this.#total ** 2 / this.#squares
    const mean = ((this.share() ?? usual) * count + usual * PULL) / (count + PULL)
    return { mean, variance: (mean * (1 - mean)) / (count + PULL + 1) }
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

/** The two sides of a pair, and how many questions and other things they have in common. */
function wishesOf(a: Known, b: Known) {
  const [mine, theirs] = [new Wishes(), new Wishes()]
  let answered = 0
  const add: Visit = (_id, my, theyMeet, their, iMeet) => {
    mine.add(my, theyMeet)
    theirs.add(their, iMeet)
  }
  eachAnswer(a, b, (...visited) => {
    answered++
    add(...visited)
  })
  compareProfiles(a, b, add)
  return { mine, theirs, answered }
}

/** How much of each other's wishes two people meet, as they answered, or null if nothing is known. */
export function metOf(a: Known, b: Known): number | null {
  const { mine, theirs } = wishesOf(a, b)
  const shares = [mine.share(), theirs.share()].filter((share) => share !== null)
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** The same from both sides. Null only if nothing is known. */
export function scoreOf(a: Known, b: Known, usual = USUAL_SHARE): Score | null {
  const { mine, theirs, answered } = wishesOf(a, b)
  if (mine.share() === null && theirs.share() === null) return null
  const [my, their] = [mine.estimate(usual), theirs.estimate(usual)]
  const score = Math.sqrt(my.mean * their.mean)
  // The delta method: how far the root of a product varies with its two factors.
  const relative = my.variance / my.mean ** 2 + their.variance / their.mean ** 2
  const spread = (DEVIATIONS * score * Math.sqrt(relative)) / 2
  return {
    score: percent(score),
    low: percent(score - spread),
    high: percent(score + spread),
    common: answered,
    theyMeet: percent(mine.share() ?? usual),
    youMeet: percent(theirs.share() ?? usual),
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
