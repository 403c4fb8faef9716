import { isDeepStrictEqual } from 'node:util'
import {
  ApiError,
  type DryRun,
  message,
  type MonitoringRule,
  type RuleName,
  ruleNames,
  RuleSettings,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { firstMessagesRule } from '@kindred/contract/moderation/scams/rule'
import type { Deps } from '../../../deps.ts'
import { type Gathered, gatherEvidence, removeUnsealed } from '../evidence/evidence.ts'
import { mostAlike } from './alike.ts'
import { defaultRules } from './defaults.ts'
import {
  countPeople,
  databaseNow,
  findChanged,
  findChoosing,
  findCopies,
  findOpenings,
  findShownTexts,
  firstIdOf,
  insertFlags,
  insertHit,
  insertVersion,
  isBounded,
  isNewHit,
  lessenExposure,
  namesOf,
  type RuleRow,
  type Line,
  slowSender,
  wasRejected,
  type Window,
  type Hit,
} from './queries.ts'
import { reasonText, signalName } from './signals.ts'
import { reportDetected } from '../reports/create-report.ts'
import { DELETED_MEMBER } from '../reports/read-reports.ts'
import { placesSuggestedSince } from '../../chat/index.ts'
import { audit } from '../../operations/index.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, hours, hours as hoursOf, later, minutes } from '../../../infra/clock.ts'
import { type Db, isTaken, type Tx } from '../../../infra/db/db.ts'
import { inTurns } from '../../../infra/in-turns.ts'
import { write } from '../../../infra/language/write.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export type Active = { senders: readonly string[]; choosers: readonly string[] } | null
type Looking = { db: Db; keys: Deps['keys']; window: Window; now: Date; active: Active }

/** The most texts compared per sender, because each text is compared with the others. */
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

type Suggested = Awaited<ReturnType<typeof placesSuggestedSince>>[number]

const toLines = ({ proposer_id, receiver_id, text, created_at }: Suggested) => ({
  sender_id: proposer_id,
  lines: [{ id: null, match: null, reader: receiver_id, text, at: created_at.toISOString(), isOwn: true }],
})

/** The conversation as it is, and with each text before an edit in its place: each of them may have been read. */
const versionsOf = (lines: readonly Line[]): { version: readonly Line[]; edited?: Line }[] => [
  { version: lines },
  ...lines.flatMap((edited, at) =>
    (edited.earlier ?? []).map((text) => ({ version: lines.with(at, { ...edited, text }), edited })),
  ),
]

async function inFirstMessages({ db, keys, window }: Looking, rule: Rule<'first_messages'>): Promise<Hit[]> {
  const judge = judgeOf(rule)
  const openings = await findOpenings(db, window, rule.parameters.messages)
  const shown = await findShownTexts(db, window)
  const dates = await placesSuggestedSince({ db, keys }, firstIdOf(window.since), window.most)
  const hits: Hit[] = []
  const noticed = new Set<string>()
  await inTurns([...openings, ...shown, ...dates.map(toLines)], ({ sender_id: accountId, lines }) => {
    const own = lines.filter(({ isOwn }) => isOwn).slice(0, rule.parameters.messages)
    const [first, last] = [own[0], own.at(-1)]
    // One note or text of a profile per person is enough.
    const isNote = last?.id === null
    if (!first || !last || (isNote && noticed.has(accountId))) return
    const judged = versionsOf(lines).map(({ version, edited = last }) => ({
      edited,
      found: judge(version.map(({ isOwn, text, at }) => ({ isOwn, text, at: Date.parse(at) }))),
    }))
    const { found, edited } = judged.find((each) => each.found) ?? {}
    if (!found || !edited) return
    if (isNote) noticed.add(accountId)
    const messages = first.id === null && !isNote ? [first, edited] : [edited]
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

/** After staff rejected a rule's finding about someone, the rule ignores them for this long. */
const LEFT_ALONE = days(30)

const MOST_FROZEN = 20

export async function applyHit(context: Deps, hit: Hit): Promise<void> {
  const gathered = await gatherFor(context, hit)
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      if (!(await isLeftAlone(work.tx, hit, work.now))) await applyEffects(work, hit, gathered)
    })
  } finally {
    if (gathered) await removeUnsealed(context, gathered)
  }
}

const isLeftAlone = (db: Db | Tx, { rule, accountId }: Hit, now: Date): Promise<boolean> =>
  wasRejected(db, accountId, rule.name, later(now, -LEFT_ALONE))

/** Gathers evidence before the author of the messages learns of the report. */
async function gatherFor(context: Deps, hit: Hit): Promise<Gathered | null> {
  const { db, clock } = context
  const { rule, accountId: about, messages } = hit
  if (!rule.effects.report || !(await isNewHit(db, hit, clock.now())) || (await isLeftAlone(db, hit, clock.now())))
    return null
  const last = messages.at(-1)
  const others = messages.slice(0, -1).slice(-MOST_FROZEN)
  return gatherEvidence(context, {
    about,
    reporter: last?.reader ?? null,
    messageId: last?.id ?? undefined,
    alsoFound: others.flatMap(({ id }) => id ?? []),
    notesTo: [...others, ...(last ? [last] : [])].flatMap(({ id, reader }) => (id === null && reader ? [reader] : [])),
  })
}

async function applyEffects(work: Work<'bus' | 'config'>, hit: Hit, gathered: Gathered | null): Promise<void> {
  if (hit.rule.effects.nudge && hit.messages.length > 0) await flagMessages(work, hit)
  if (await insertHit(work.tx, hit, work.now)) await applyToSender(work, hit, gathered)
}

async function flagMessages({ tx, now, bus, afterCommit }: Work<'bus'>, hit: Hit): Promise<void> {
  const flagged = await insertFlags(tx, hit, now)
  afterCommit(() => {
    for (const { id, match, reader } of hit.messages)
      if (id !== null && match !== null && reader !== null && flagged.has(id))
        bus.toAccounts([reader], { type: 'message.changed', matchId: match, messageId: id })
  })
}

async function applyToSender(
  work: Work<'bus' | 'config'>,
  { rule, accountId, facts, messages }: Hit,
  gathered: Gathered | null,
): Promise<void> {
  const { tx, now } = work
  const { effects, slow } = rule
  const reportId = effects.report
    ? await reportDetected(work, {
        about: accountId,
        reason: { rule: rule.name, facts },
        message: messages.at(-1) ?? null,
        gathered,
      })
    : null
  if (effects.slow)
    await slowSender(tx, { accountId, reportId, minutes: slow.minutes, ends: later(now, hours(slow.hours)), now })
  if (effects.exposure && reportId) await lessenExposure(tx, reportId, now)
  const details = { rule: rule.name, slow: effects.slow, exposure: effects.exposure && reportId !== null }
  await audit(work, { action: 'monitoring.matched', subjectId: accountId, details })
}

type Current = { settings: RuleSettings; row: RuleRow | undefined }

/** Settings of an earlier release that no longer fit the contract are ignored. */
function currentOf(name: RuleName, row: RuleRow | undefined): Current {
  const parsed = row && RuleSettings.safeParse(row.settings)
  return { settings: parsed?.success ? parsed.data : defaultRules[name], row }
}

export async function currentRules(db: Db | Tx): Promise<Current[]> {
  const changed = new Map((await findChanged(db)).map((row) => [row.name, row]))
  return ruleNames.map((name) => currentOf(name, changed.get(name)))
}

const MANY = 5000

const peopleFound = ({ db, clock, memory }: Pick<Deps, 'db' | 'clock' | 'memory'>): Promise<Map<string, number>> =>
  memory.cache(
    'people found by rules',
    () => countPeople(db, later(clock.now(), -days(30))),
    (people) => [...people.values()].some((count) => count > MANY),
  )

const signalNames = (settings: RuleSettings, language: Language): Pick<MonitoringRule, 'signalNames'> =>
  settings.name === 'first_messages'
    ? {
        signalNames: Object.fromEntries(
          settings.parameters.signals.map(({ name }) => [name, write(language, signalName(name))]),
        ),
      }
    : {}

type Listing = Pick<Deps, 'db' | 'clock' | 'memory'> & Answering

export async function listRules(context: Listing): Promise<MonitoringRule[]> {
  const [rules, people] = await Promise.all([currentRules(context.db), peopleFound(context)])
  return rules.map(({ settings, row }) => ({
    settings,
    version: row?.version ?? 0,
    changedBy: row?.changer ?? null,
    changedAt: row?.changed_at.toISOString() ?? null,
    people: people.get(settings.name) ?? 0,
    ...signalNames(settings, context.caller.language),
  }))
}

const stale = (by: string | null) =>
  new ApiError(
    'conflict',
    message('{name} changed this rule in the meantime. Please check it and try again.', {
      name: by ?? message('Someone'),
    }),
  )

const ruleOf = async (context: Deps & { caller: Caller }, { name }: RuleSettings): Promise<MonitoringRule> => {
  const rule = (await listRules(context)).find(({ settings }) => settings.name === name)
  if (!rule) throw new Error('Every rule has its defaults.')
  return rule
}

/** Refuses a change that is based on an older version, so that of two concurrent changes only one is saved. */
export async function saveRule(
  context: Deps & { caller: Caller },
  { account: staff }: Viewer,
  wanted: RuleSettings,
  reason: string | undefined,
): Promise<MonitoringRule> {
  await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { tx, now, caller } = work
    const before = (await currentRules(tx)).find(({ settings }) => settings.name === wanted.name)
    const version = before?.row?.version ?? 0
    if (caller.ifMatch === undefined)
      throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (caller.ifMatch !== version) throw stale(before?.row?.changer ?? null)
    if (isDeepStrictEqual(before?.settings, wanted)) return
    await insertVersion(tx, wanted, { version: version + 1, changed_by: staff.id, changed_at: now })
    await audit(work, {
      action: 'monitoring.changed',
      ...(reason ? { reason } : {}),
      details: { rule: wanted.name, version: version + 1, enabled: wanted.enabled, effects: wanted.effects },
    })
  }).catch(async (error: unknown) => {
    throw isTaken(error, 'monitoring_rules_pkey') ? stale((await ruleOf(context, wanted)).changedBy) : error
  })
  return ruleOf(context, wanted)
}

const MOST_READ = 50_000
const MOST_FIRST = 100_000
const EXAMPLES = 50

const byPerson = (hits: readonly Hit[]): Hit[] => {
  const newest = new Map<string, Hit>()
  for (const hit of hits.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
    if (!newest.has(hit.accountId)) newest.set(hit.accountId, hit)
  return [...newest.values()]
}

export async function tryRule(
  context: Deps & Answering,
  { account: staff }: Viewer,
  rule: RuleSettings,
): Promise<DryRun> {
  const { replica, clock, budgets, keys, caller } = context
  await budgets.spend([{ key: `dry-run:${staff.id}`, limit: 60, within: minutes(60) }])
  const now = clock.now()
  const since = later(await databaseNow(replica), -days(30))
  const window = { since, from: later(now, -days(30)), most: MOST_READ, messages: MOST_FIRST }
  const hits = await findHits({ db: replica, keys, window, now, active: null }, rule)
  const people = byPerson(hits)
  const names = await namesOf(
    replica,
    people.slice(0, EXAMPLES).map(({ accountId }) => accountId),
  )
  // Recorded because staff learn something about members, though nothing that they wrote.
  await unitOfWork(context, asStaff(staff.id), (work) =>
    audit(work, { action: 'monitoring.tried', details: { rule: rule.name, people: people.length } }),
  )
  const isPart = rule.name === 'first_messages' && (await isBounded(replica, window, rule.parameters.messages))
  return {
    people: people.length,
    ...(isPart ? { newestMessages: MOST_FIRST } : {}),
    examples: people.slice(0, EXAMPLES).map(({ accountId, at, facts }) => ({
      user: { _id: accountId, name: names.get(accountId) ?? write(caller.language, DELETED_MEMBER) },
      at: at.toISOString(),
      reason: write(caller.language, reasonText(rule.name, facts)),
    })),
  }
}
