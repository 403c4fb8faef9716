import { type Interval, message, type MessageDescriptor, type Reason, storedMessage } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { interests } from '@kindred/contract/profiles/suggestions'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { knownOf } from './queries.ts'
import { isHabit, type Known, metOf, type Score, scoreOf, UNKNOWN, type Usual, type Why, whyOf } from './rules.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { questionById } from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Db } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'

function toReasons(me: Known, them: Known, most: number, language: Language): Reason[] {
  const why = whyOf(me, them)
  const agree = why.filter(({ kind }) => kind === 'agree')
  const differ = why.filter(({ kind }) => kind === 'differ')
  const apart = differ.length > 0 ? 1 : 0
  return [...agree.slice(0, most - apart), ...differ.slice(0, Math.max(apart, most - agree.length))]
    .slice(0, most)
    .map((each) => ({ kind: each.kind, text: write(language, toText(each, me, them, language)) }))
}

function toText(why: Why, me: Known, them: Known, language: Language): MessageDescriptor {
  const { kind, id } = why
  if (id.startsWith('interest:'))
    return message('You’re both into {interest}.', { interest: interests.wordWithin(language, id.slice(9)) })
  if (id === 'intention') return intentionText(kind, me.intention ?? 'open', them.intention ?? 'open')
  if (!isHabit(id)) return answerText(why, me, them)
  return kind === 'agree'
    ? message(
        'You feel the same about {habit, select, children {children} smoking {smoking} drinking {drinking} ' +
          'other {diet}}.',
        { habit: id },
      )
    : message(
        'You feel differently about {habit, select, children {children} smoking {smoking} drinking {drinking} ' +
          'other {diet}}.',
        { habit: id },
      )
}

/** A message key can’t have a hyphen. */
const aimOf = (intention: string): string => intention.replace('-term', '')

/** Someone who is still figuring it out agrees with everyone. */
function intentionText(kind: Why['kind'], mine: string, theirs: string): MessageDescriptor {
  if (kind === 'differ')
    return message(
      'They’re looking for {theirs, select, long {something long-term} short {something short-term} ' +
        'other {friends}}, you’re looking for {mine, select, long {something long-term} ' +
        'short {something short-term} other {friends}}.',
      { theirs: aimOf(theirs), mine: aimOf(mine) },
    )
  if (mine === 'open' && theirs === 'open') return message('You’re both still figuring it out.')
  if (mine === theirs)
    return message(
      'You’re both looking for {both, select, long {something long-term} short {something short-term} ' +
        'other {friends}}.',
      { both: aimOf(mine) },
    )
  return mine === 'open'
    ? message(
        'They’re looking for {theirs, select, long {something long-term} short {something short-term} ' +
          'other {friends}}. You’re still figuring it out.',
        { theirs: aimOf(theirs) },
      )
    : message(
        'You’re looking for {mine, select, long {something long-term} short {something short-term} ' +
          'other {friends}}. They’re still figuring it out.',
        { mine: aimOf(mine) },
      )
}

function answerText({ kind, id }: Why, me: Known, them: Known): MessageDescriptor {
  const asked = questionById.get(id)
  const answerAt = (at: number | undefined) => storedMessage(asked?.answers[at ?? -1] ?? '', {}, asked?.text)
  const [mine, theirs] = [me.answers[id]?.[0], them.answers[id]?.[0]]
  const question = storedMessage(asked?.text ?? '')
  const values = { question, mine: answerAt(mine), theirs: answerAt(theirs) }
  if (mine === theirs) return message('{question} You both said “{mine}.”', values)
  return kind === 'agree'
    ? message('{question} They said “{theirs}.” You said “{mine}.” You’re both fine with that.', values)
    : message('{question} They said “{theirs}.” You said “{mine}.”', values)
}

const FACT = 'usual-wishes'
const stored = z.object({ mean: z.number(), people: z.number() })

export async function readUsualShare(db: Db): Promise<Usual> {
  const fact = await factOf(db, FACT)
  return fact === undefined ? UNKNOWN : stored.parse(fact)
}

const usualShare = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<Usual> =>
  memory.cache(
    FACT,
    () => readUsualShare(db),
    () => true,
  )

/** The share of each other's preferences that two people meet. */
export type Met = { pair: readonly [string, string]; share: number }

/** Learns the usual share from pairs. Saves nothing if there are none. */
export async function saveUsualShare(db: Db, met: readonly Met[]): Promise<void> {
  if (met.length === 0) return
  const mean = met.reduce((sum, { share }) => sum + share, 0) / met.length
  await saveFact(db, FACT, { mean, people: new Set(met.flatMap(({ pair }) => pair)).size })
}

const MOST_SHEETS = 200
/** Comparing all pairs would take too long for what it adds. */
const NEIGHBORS = 10

/** Reads pairs from the first answer sheets, while there are too few swipes to learn from. */
export async function readMetInSheets(db: Db): Promise<Met[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from answer_sheets order by account_id limit ${MOST_SHEETS}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const known = await knownOf(db, ids)
  return ids.flatMap((id, nth) =>
    ids.slice(nth + 1, nth + 1 + NEIGHBORS).flatMap((other): Met[] => {
      const [one, two] = [known.get(id), known.get(other)]
      const share = one && two ? metOf(one, two) : null
      return share === null ? [] : [{ pair: [id, other], share }]
    }),
  )
}

const MOST_SHOWN = 3

export type ExplainedScore = { score: Score; reasons: Reason[] }

export type Comparisons = {
  /** People without any answers are missing. */
  scores: (others: readonly string[]) => Promise<Map<string, number>>
  explained: (others: readonly string[]) => Promise<Map<string, ExplainedScore>>
}

/** Reads each person's answers only once, for scores and reasons. */
export function comparisonsOf(context: Pick<Deps, 'db' | 'memory'> & Answering, viewerId: string): Comparisons {
  const { db, caller } = context
  const known = new Map<string, Known>()
  const withEach = async <T>(others: readonly string[], make: (score: Score, me: Known, them: Known) => T) => {
    const unread = others.length > 0 ? [viewerId, ...others].filter((id) => !known.has(id)) : []
    const [usual, read] = await Promise.all([usualShare(context), unread.length > 0 ? knownOf(db, unread) : []])
    for (const [id, one] of read) known.set(id, one)
    const me = known.get(viewerId)
    return new Map(
      others.flatMap((id) => {
        const them = known.get(id)
        const score = me && them && scoreOf(me, them, usual)
        return score ? [[id, make(score, me, them)] as const] : []
      }),
    )
  }
  return {
    scores: (others) => withEach(others, ({ score }) => score),
    explained: (others) =>
      withEach(others, (score, me, them): ExplainedScore => ({
        score,
        reasons: toReasons(me, them, MOST_SHOWN, caller.language),
      })),
  }
}

export const toInterval = ({ low, high, common }: Score): Interval => ({ low, high, common })

const MOST_REASONS = 40

const HOW_IT_IS_MADE = message(
  'Each answer counts as much as you said it matters. The score averages how well they fit what you’re looking ' +
    'for and how well you fit what they’re looking for. The fewer answers you have in common, the closer it stays ' +
    'to what’s usual here. It shows where you agree; it can’t promise a spark.',
)

export async function explainScore(
  context: Pick<Deps, 'db' | 'memory'> & Answering,
  viewerId: string,
  otherId: string,
) {
  const { language, gender } = context.caller
  const [known, usual] = await Promise.all([knownOf(context.db, [viewerId, otherId]), usualShare(context)])
  const [me, them] = [known.get(viewerId), known.get(otherId)]
  const score = me && them ? scoreOf(me, them, usual) : null
  if (!me || !them || !score)
    return {
      compatibilityScore: null,
      interval: null,
      reasons: [],
      theyMeet: null,
      youMeet: null,
      explanation: write(
        language,
        message('You two have nothing in common to compare yet. Answer a few questions to see how you match.'),
        gender,
      ),
    }
  return {
    compatibilityScore: score.score,
    interval: toInterval(score),
    reasons: toReasons(me, them, MOST_REASONS, language),
    theyMeet: score.theyMeet,
    youMeet: score.youMeet,
    explanation: write(language, HOW_IT_IS_MADE),
  }
}
