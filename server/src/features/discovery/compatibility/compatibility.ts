import {
  type Interval,
  message,
  type MessageDescriptor,
  type ProfileField,
  type ProfileValues,
  type Reason,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { type Compared, knownOf } from './queries.ts'
import { isHabit, type Known, metOf, type Score, scoreOf, UNKNOWN, type Usual, type Why, whyOf } from './rules.ts'
import {
  configuredQuestions,
  configuredQuestionsSoon,
  factOf,
  fieldsIn,
  fieldsOf,
  profileValuesOf,
  saveFact,
} from '../../operations/index.ts'
import {
  fieldLabel,
  hasOwnWords,
  intentionIn,
  interestWithin,
  questionsIn,
  valuesOf,
  valueText,
} from '../../profiles/index.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Db } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'

export async function readCompared(db: Db): Promise<Compared> {
  const [fields, questions] = await Promise.all([fieldsIn(db), configuredQuestions(db)])
  return { fields, questions: questionsIn(questions) }
}

async function comparedSoon(context: Pick<Deps, 'db' | 'memory' | 'config'>): Promise<Compared> {
  const [fields, questions] = await Promise.all([fieldsOf(context), configuredQuestionsSoon(context)])
  return { fields, questions: questionsIn(questions) }
}

/** What reasons are written with. */
type Wording = { compared: Compared; values: ProfileValues | undefined; language: Language }

function toReasons(me: Known, them: Known, wording: Wording, most: number): Reason[] {
  const why = whyOf(me, them)
  const agree = why.filter(({ kind }) => kind === 'agree')
  const differ = why.filter(({ kind }) => kind === 'differ')
  const apart = differ.length > 0 ? 1 : 0
  return [...agree.slice(0, most - apart), ...differ.slice(0, Math.max(apart, most - agree.length))]
    .slice(0, most)
    .map((each) => ({ kind: each.kind, text: write(wording.language, toText(each, me, them, wording)) }))
}

function toText(why: Why, me: Known, them: Known, wording: Wording): MessageDescriptor {
  const { kind, id } = why
  const { compared, values, language } = wording
  if (id.startsWith('interest:'))
    return message('You’re both into {interest}.', { interest: interestWithin(values, language, id.slice(9)) })
  const field = id.startsWith('field:') && compared.fields.find((each) => each.id === id.slice(6))
  if (field) return fieldText(kind, field, me, them, language)
  if (id === 'intention') return intentionReason(kind, me.intention ?? 'open', them.intention ?? 'open', wording)
  if (!isHabit(id)) return answerText(why, me, them, compared, language)
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

/** Sentences fit only our own words, so the operator’s are quoted. */
function intentionReason(kind: Why['kind'], mine: string, theirs: string, { values, language }: Wording) {
  if (!hasOwnWords(values, mine) && !hasOwnWords(values, theirs)) return intentionText(kind, mine, theirs)
  const words = {
    field: message('Looking for'),
    mine: intentionIn(values, mine, language),
    theirs: intentionIn(values, theirs, language),
  }
  return mine === theirs
    ? message('{field}: you both said “{mine}.”', words)
    : message('{field}: they said “{theirs},” you said “{mine}.”', words)
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

function fieldText(kind: Why['kind'], field: ProfileField, me: Known, them: Known, language: Language) {
  const textOf = ({ fields: known }: Known) => valueText(field, known?.[field.id]?.value ?? '', language)
  const values = { field: fieldLabel(field, language), mine: textOf(me), theirs: textOf(them) }
  if (values.mine === values.theirs) return message('{field}: you both said “{mine}.”', values)
  return kind === 'agree'
    ? message('{field}: they said “{theirs},” you said “{mine}.” That’s close.', values)
    : message('{field}: they said “{theirs},” you said “{mine}.”', values)
}

function answerText(
  { kind, id }: Why,
  me: Known,
  them: Known,
  { questions }: Compared,
  language: Language,
): MessageDescriptor {
  const asked = questions.get(id)
  const { text: question = '', answers = [] } = asked ? valuesOf(asked, language) : {}
  const answerAt = (at: number | undefined) => answers[at ?? -1] ?? ''
  const [mine, theirs] = [me.answers[id]?.[0], them.answers[id]?.[0]]
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

const usualShare = ({ db, memory }: Pick<Deps, 'db' | 'memory' | 'config'>): Promise<Usual> =>
  memory.cache(FACT, () => readUsualShare(db))

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
  const known = await knownOf(db, ids, await readCompared(db))
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
export function comparisonsOf(
  context: Pick<Deps, 'db' | 'memory' | 'config'> & Answering,
  viewerId: string,
): Comparisons {
  const { db, caller } = context
  const known = new Map<string, Known>()
  const withEach = async <T>(
    others: readonly string[],
    make: (score: Score, me: Known, them: Known, wording: Wording) => T,
  ) => {
    const unread = others.length > 0 ? [viewerId, ...others].filter((id) => !known.has(id)) : []
    const [compared, values] = await Promise.all([comparedSoon(context), profileValuesOf(context)])
    const wording = { compared, values, language: caller.language }
    const [usual, read] = await Promise.all([
      usualShare(context),
      unread.length > 0 ? knownOf(db, unread, compared) : [],
    ])
    for (const [id, one] of read) known.set(id, one)
    const me = known.get(viewerId)
    return new Map(
      others.flatMap((id) => {
        const them = known.get(id)
        const score = me && them && scoreOf(me, them, usual)
        return score ? [[id, make(score, me, them, wording)] as const] : []
      }),
    )
  }
  return {
    scores: (others) => withEach(others, ({ score }) => score),
    explained: (others) =>
      withEach(others, (score, me, them, wording): ExplainedScore => ({
        score,
        reasons: toReasons(me, them, wording, MOST_SHOWN),
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

const withoutScore = (explanation: string) => ({
  compatibilityScore: null,
  interval: null,
  reasons: [],
  theyMeet: null,
  youMeet: null,
  explanation,
})

/** Two people who are matched as friends don't learn what they look for in dating. */
export const explainFriends = ({ caller }: Answering) =>
  withoutScore(write(caller.language, message('You two matched as friends. Scores are for dating.')))

export async function explainScore(
  context: Pick<Deps, 'db' | 'memory' | 'config'> & Answering,
  viewerId: string,
  otherId: string,
) {
  const { language, gender } = context.caller
  const [compared, values] = await Promise.all([comparedSoon(context), profileValuesOf(context)])
  const [known, usual] = await Promise.all([knownOf(context.db, [viewerId, otherId], compared), usualShare(context)])
  const [me, them] = [known.get(viewerId), known.get(otherId)]
  const score = me && them ? scoreOf(me, them, usual) : null
  if (!me || !them || !score) {
    const nothing = message(
      'You two have nothing in common to compare yet. Answer a few questions to see how you match.',
    )
    return withoutScore(write(language, nothing, gender))
  }
  return {
    compatibilityScore: score.score,
    interval: toInterval(score),
    reasons: toReasons(me, them, { compared, values, language }, MOST_REASONS),
    theyMeet: score.theyMeet,
    youMeet: score.youMeet,
    explanation: write(language, HOW_IT_IS_MADE),
  }
}
