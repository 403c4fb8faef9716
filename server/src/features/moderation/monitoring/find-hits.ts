import type { RuleSettings } from '@kindred/contract'
import { hours as hoursOf, later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { inTurns } from '../../../infra/in-turns.ts'
import { mostAlike } from './alike.ts'
import { findChoosing, findCopies, findNotes, findOpenings, type Found, type Window } from './monitored.sql.ts'
import { firstMessagesRule } from './rules.ts'

export type Hit = {
  rule: RuleSettings
  accountId: string
  at: Date
  facts: { count?: number; people?: number; percent?: number; days?: number; signs?: string[] }
  messages: Found[]
}

export type Active = { senders: readonly string[]; choosers: readonly string[] } | null
type Looking = { db: Db; window: Window; now: Date; active: Active }

/** The limit for one sender, because each text is compared with the others. */
const MOST_COMPARED = 200

type Rule<N extends RuleSettings['name']> = Extract<RuleSettings, { name: N }>

type Judge = ReturnType<typeof firstMessagesRule>
let latest: { parameters: string; judge: Judge } | undefined

/** Parsing thousands of words takes a moment, so it is repeated only after the rule has changed. */
function judgeOf(rule: Rule<'first_messages'>): Judge {
  const parameters = JSON.stringify(rule.parameters)
  if (latest?.parameters !== parameters) latest = { parameters, judge: firstMessagesRule(rule.parameters) }
  return latest.judge
}

async function inFirstMessages({ db, window }: Looking, rule: Rule<'first_messages'>): Promise<Hit[]> {
  const judge = judgeOf(rule)
  const openings = await findOpenings(db, window, rule.parameters.messages)
  const notes = await findNotes(db, window)
  const hits: Hit[] = []
  const noticed = new Set<string>()
  await inTurns([...openings, ...notes], ({ sender_id: accountId, lines }) => {
    const own = lines.filter(({ isOwn }) => isOwn).slice(0, rule.parameters.messages)
    const [first, last] = [own[0], own.at(-1)]
    // Of many notes of one person, one is enough.
    const isNote = last?.id === null
    if (!first || !last || (isNote && noticed.has(accountId))) return
    const found = judge(lines.map(({ isOwn, text, at }) => ({ isOwn, text, at: Date.parse(at) })))
    if (!found) return
    if (isNote) noticed.add(accountId)
    const messages = first.id === null && !isNote ? [first, last] : [last]
    hits.push({ rule, accountId, at: new Date(last.at), facts: { signs: found.signs }, messages })
  })
  return hits
}

async function inCopies({ db, window, now, active }: Looking, rule: Rule<'same_text'>): Promise<Hit[]> {
  const { people, hours, alike } = rule.parameters
  const from = active ? later(now, -hoursOf(hours)) : window.from
  const senders = await findCopies(db, { ...window, from }, active && active.senders)
  const hits: Hit[] = []
  await inTurns(senders, ({ sender_id: accountId, messages }) => {
    const copies = mostAlike(messages.slice(-MOST_COMPARED), alike)
    const last = copies.at(-1)
    // In a dry run, copies count if they were written within the rule's hours of the last one.
    const start = last && Date.parse(last.at) - hoursOf(hours)
    const within = copies.filter(({ at }) => start !== undefined && Date.parse(at) >= start)
    const readers = new Set(within.map(({ reader }) => reader)).size
    if (!last || readers < people) return
    hits.push({ rule, accountId, at: new Date(last.at), facts: { people: readers }, messages: within })
  })
  return hits
}

async function inChoices(
  { db, window, now, active }: Looking,
  rule: Rule<'new_account'> | Rule<'likes_everyone'>,
): Promise<Hit[]> {
  const { hours } = rule.parameters
  const least = rule.name === 'new_account' ? rule.parameters.likes : rule.parameters.choices
  const from = active ? later(now, -hoursOf(hours)) : window.from
  const accounts = active && active.choosers
  const rows = await findChoosing(db, { ...window, from }, { hours, least, accounts })
  return rows.flatMap(({ account_id: accountId, at, choices, likes, age }) => {
    const percent = Math.floor((100 * likes) / choices)
    const isFound =
      rule.name === 'new_account'
        ? age <= rule.parameters.days && likes >= rule.parameters.likes
        : percent >= rule.parameters.percent
    const facts = rule.name === 'new_account' ? { count: likes, days: Math.floor(age) } : { count: choices, percent }
    return isFound ? [{ rule, accountId, at, facts, messages: [] }] : []
  })
}

export function findHits(looking: Looking, rule: RuleSettings): Promise<Hit[]> {
  switch (rule.name) {
    case 'first_messages':
      return inFirstMessages(looking, rule)
    case 'same_text':
      return inCopies(looking, rule)
    case 'new_account':
    case 'likes_everyone':
      return inChoices(looking, rule)
  }
}
