import type { FieldValue } from '@kindred/contract'

// The compatibility of two people: the share of each one's preferences that the other meets, shrunk toward the
// community's usual share while they have few answers in common, with an interval.

/** The answer sheet's format is compact, because each deck reads many sheets. Private answers aren't included. */
type SheetAnswer = readonly [answer: number, accepted: readonly number[], importance: number]
export type Known = {
  answers: Readonly<Record<string, SheetAnswer>>
  intention: string | null
  interests: readonly string[]
  basics: Readonly<Record<string, unknown>>
  /** Answers to the community's own fields that count, by field. Everyone may see them. */
  fields?: Readonly<Record<string, KnownField>>
}

/** `span` is the length of a number's range. */
type KnownField = { value: FieldValue; weight: number; span: number }

/** The share of preferences that two people usually meet, and the number of people that it was learned from. */
export type Usual = { mean: number; people: number }
/** Before anything is learned, all shares are equally likely. */
export const UNKNOWN: Usual = { mean: 0.5, people: 0 }
/** The weight of the usual share, in answers. */
const PULL = 4
/**
 * Both sides of a pair answer the same questions, so a pair reveals less about the usual share than two strangers
 * would.
 */
const SAME_QUESTIONS = 0.7
const DEVIATIONS = 1.64

/** Intentions, habits and shared interests count as questions with a low weight, so that new members have a score. */
const mild = { intention: 10, habit: 1, interest: 1 }
const habits = ['children', 'smoking', 'drinking', 'diet'] as const
export const isHabit = (id: string): boolean => habits.some((habit) => habit === id)

/**
 * A callback for each question that both answered, with its weight for each, and whether the other meets the
 * preference.
 */
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

/** An operator's weights from 1 to 5, as the importance of a question's answer. */
const fieldWeights = [0, 1, 5, 10, 25, 50]
/** Numbers agree if they differ by at most this part of the range. */
const CLOSE = 0.1

function agree(one: KnownField, other: KnownField): boolean {
  const [a, b] = [one.value, other.value]
  if (Array.isArray(a) && Array.isArray(b)) return a.some((each) => b.includes(each))
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= one.span * CLOSE
  return a === b
}

function compareFields(a: Known, b: Known, visit: Visit): void {
  for (const id in a.fields) {
    const [mine, theirs] = [a.fields[id], b.fields?.[id]]
    if (!mine || !theirs) continue
    const [weight, met] = [fieldWeights[mine.weight] ?? 0, agree(mine, theirs)]
    visit(`field:${id}`, weight, met, weight, met)
  }
}

type Estimate = { mean: number; variance: number }

/** A few answers with high weights provide less evidence than the same number with equal weights. */
class Wishes {
  #total = 0
  #met = 0
  #squares = 0
  add(weight: number, met: boolean): void {
    this.#total += weight
    this.#squares += weight ** 2
    if (met) this.#met += weight
  }
  share(): number | null {
    return this.#total === 0 ? null : this.#met / this.#total
  }
  /** The number of equal answers with the same evidence (Kish's effective size). */
  #count(): number {
    return this.#total === 0 ? 0 : this.#total ** 2 / this.#squares
  }
  /**
   * The precision of this share as an estimate of the usual one. People differ from the usual share, and a few answers
   * also differ by chance.
   */
  precision(usual: number): number {
    const count = this.#count()
    if (count === 0) return 0
    return (SAME_QUESTIONS * (PULL + 1)) / (usual * (1 - usual) * (1 + PULL / count))
  }
  estimate(usual: number): Estimate & { pull: number } {
    const count = this.#count()
    const pull = PULL / (count + PULL)
    const mean = (this.share() ?? usual) * (1 - pull) + usual * pull
    return { mean, variance: (mean * (1 - mean)) / (count + PULL + 1), pull }
  }
}

/** The usual share, updated by a pair. The less is known about the community, the more weight the pair has. */
function usualFor(sides: readonly Wishes[], { mean, people }: Usual): Estimate {
  // A Beta distribution that starts out flat, and counts each person as one draw.
  const middle = (1 + mean * people) / (2 + people)
  const known = { mean: middle, variance: (middle * (1 - middle)) / (3 + people) }
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
  let usual = known
  // The weight of a side depends on the usual share, and vice versa: the result converges in two rounds.
  for (let round = 0; round < 2; round++) {
    const precisions = sides.map((side) => side.precision(usual.mean))
    const shares = sides.map((side, nth) => (side.share() ?? 0) * (precisions[nth] ?? 0))
    const precision = 1 / known.variance + sum(precisions)
    usual = { mean: (known.mean / known.variance + sum(shares)) / precision, variance: 1 / precision }
  }
  return usual
}

export type Score = {
  score: number
  low: number
  high: number
  common: number
  theyMeet: number
  youMeet: number
}

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100)

/** Also counts the questions and other facts that the two have in common. */
function preferencesOf(a: Known, b: Known) {
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
  compareFields(a, b, add)
  return { mine, theirs, answered }
}

/** The share of each other's preferences that two people meet, without shrinkage, or null if nothing is known. */
export function metOf(a: Known, b: Known): number | null {
  const { mine, theirs } = preferencesOf(a, b)
  const shares = [mine.share(), theirs.share()].filter((share) => share !== null)
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** Combines both sides' shares. Returns null if nothing is known about either. */
export function scoreOf(a: Known, b: Known, community = UNKNOWN): Score | null {
  const { mine, theirs, answered } = preferencesOf(a, b)
  if (mine.share() === null && theirs.share() === null) return null
  const usual = usualFor([mine, theirs], community)
  const [my, their] = [mine.estimate(usual.mean), theirs.estimate(usual.mean)]
  const score = Math.sqrt(my.mean * their.mean)
  // The delta method: how far the root of a product varies with its two factors, and with the usual share in both.
  const relative =
    my.variance / my.mean ** 2 +
    their.variance / their.mean ** 2 +
    usual.variance * (my.pull / my.mean + their.pull / their.mean) ** 2
  const spread = (DEVIATIONS * score * Math.sqrt(relative)) / 2
  return {
    score: percent(score),
    low: percent(score - spread),
    high: percent(score + spread),
    common: answered,
    theyMeet: percent(mine.share() ?? usual.mean),
    youMeet: percent(theirs.share() ?? usual.mean),
  }
}

export type Why = { kind: 'agree' | 'differ'; id: string; weight: number }

export function whyOf(a: Known, b: Known): Why[] {
  const why: Why[] = []
  const add: Visit = (id, mine, theyMeet, theirs, iMeet) => {
    const weight = mine + theirs
    if (weight > 0) why.push({ kind: theyMeet && iMeet ? 'agree' : 'differ', id, weight })
  }
  eachAnswer(a, b, add)
  compareProfiles(a, b, add)
  compareFields(a, b, add)
  return why.toSorted((one, other) => other.weight - one.weight || (one.id < other.id ? -1 : 1))
}
