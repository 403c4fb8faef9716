import type { Interval, Reason } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { questionById } from '../../profiles/index.ts'
import { scoreOf, whyOf, type Known, type Score, type Why } from './rules.ts'

export type Fit = { score: Score; reasons: Reason[] }

type SaidRow = Omit<Known, 'answers'> & { account_id: string; answers: Known['answers'] | null }

/** What is known of people that a score asks for, in one statement however many they are. */
async function knownOf(db: Db, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<SaidRow>`
    select p.account_id, p.intention, p.interests, p.basics, s.answers
    from profiles p left join answer_sheets s on s.account_id = p.account_id where p.account_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ account_id, answers, ...said }) => [account_id, { ...said, answers: answers ?? {} }]))
}

const MOST_REASONS = 3

export type Comparison = {
  /** How well somebody goes together with each of these people; who is missing in it, nothing is known of. */
  scores: (others: readonly string[]) => Promise<Map<string, number>>
  /** The same, with what speaks most for and against. */
  fits: (others: readonly string[]) => Promise<Map<string, Fit>>
}

/** Somebody beside others: what has been read of anybody for a score is there for its reasons. */
export function comparing({ db }: Pick<Deps, 'db'>, viewerId: string): Comparison {
  const known = new Map<string, Known>()
  const withEach = async <T>(others: readonly string[], make: (score: Score, me: Known, them: Known) => T) => {
    const unread = others.length > 0 ? [viewerId, ...others].filter((id) => !known.has(id)) : []
    if (unread.length > 0) for (const [id, read] of await knownOf(db, unread)) known.set(id, read)
    const me = known.get(viewerId)
    return new Map(
      others.flatMap((id) => {
        const them = known.get(id)
        const score = me && them && scoreOf(me, them)
        return score ? [[id, make(score, me, them)] as const] : []
      }),
    )
  }
  return {
    scores: (others) => withEach(others, ({ score }) => score),
    fits: (others) =>
      withEach(others, (score, me, them): Fit => ({ score, reasons: reasonsOf(me, them, MOST_REASONS) })),
  }
}

export const intervalOf = ({ low, high, common }: Score): Interval => ({ low, high, common })

const intentions: Record<string, string> = {
  'long-term': 'a long relationship',
  'short-term': 'something short',
  friends: 'friends',
  open: 'whatever it becomes',
}
const habitNames: Record<string, string> = {
  children: 'children',
  smoking: 'smoking',
  drinking: 'drinking',
  diet: 'what to eat',
}

/** Two that agree for each that differs: what divides is told, too. */
function reasonsOf(me: Known, them: Known, most: number): Reason[] {
  const why = whyOf(me, them)
  const agree = why.filter(({ kind }) => kind === 'agree')
  const differ = why.filter(({ kind }) => kind === 'differ')
  const apart = differ.length > 0 ? 1 : 0
  return [...agree.slice(0, most - apart), ...differ.slice(0, Math.max(apart, most - agree.length))]
    .slice(0, most)
    .map((each) => ({ kind: each.kind, text: inWords(each, me, them) }))
}

function inWords({ kind, id }: Why, me: Known, them: Known): string {
  if (id.startsWith('interest:')) return `You share an interest: ${id.slice(9)}.`
  if (id === 'intention')
    return kind === 'agree'
      ? `You look for the same: ${intentions[them.intention === 'open' ? (me.intention ?? 'open') : (them.intention ?? 'open')]}.`
      : `They look for ${intentions[them.intention ?? 'open']}, you for ${intentions[me.intention ?? 'open']}.`
  const habit = habitNames[id]
  if (habit) return kind === 'agree' ? `You say the same about ${habit}.` : `You differ about ${habit}.`
  const question = questionById.get(id)
  // Some questions are the beginning of a sentence.
  const asked = `${question?.text ?? ''}${question?.text.endsWith('?') ? '' : ' …'}`
  const [[mine], [theirs]] = [me.answers[id]!, them.answers[id]!]
  const quoted = (at: number) => `“${question?.answers[at] ?? ''}”`
  if (mine === theirs) return `${asked} You both say ${quoted(mine)}.`
  return kind === 'agree'
    ? `${asked} They say ${quoted(theirs)}, you ${quoted(mine)}, and each is fine with it.`
    : `${asked} They say ${quoted(theirs)}, you ${quoted(mine)}.`
}

const ALL = 40

/** How a score came about, as a page of its own. */
export async function explain({ db }: Deps, viewerId: string, otherId: string) {
  const known = await knownOf(db, [viewerId, otherId])
  const [me, them] = [known.get(viewerId), known.get(otherId)]
  const score = me && them ? scoreOf(me, them) : null
  if (!me || !them || !score)
    return {
      compatibilityScore: null,
      interval: null,
      reasons: [],
      theyMeet: null,
      youMeet: null,
      explanation: 'Nothing is known yet that both of you have said. A few answers to the questions change that.',
    }
  return {
    compatibilityScore: score.score,
    interval: intervalOf(score),
    reasons: reasonsOf(me, them, ALL),
    theyMeet: score.theyMeet,
    youMeet: score.youMeet,
    explanation:
      'Each of your wishes counts as much as you said that it matters. The score is the middle of what they meet of yours and ' +
      'what you meet of theirs, drawn toward 50 as long as you have few answers in common. It says what you agree on. It is no ' +
      'promise that you will like each other.',
  }
}
