import {
  type AppealState,
  type DecisionKind,
  type DecisionState,
  type ReportStatus,
  decisionTransitions,
  transitions,
} from '@kindred/contract'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import type { World } from './world.ts'

// Invariants of every decision, report and appeal about a member.

export type Case = {
  world: World
  staff: [Person, Person]
  ada: Person
  ben: Person
  /** A message from Ben to Ada. */
  message: string
  /** The end of Ben's premium. No decision of the model ends it. */
  premium: Date
  isErased: boolean
}

type DecisionRow = {
  id: string
  kind: DecisionKind
  state: DecisionState
  until: string | null
  counts: boolean
  has_mail: boolean
  settled: boolean
  hides: 'bio' | 'message' | null
  warning: string | null
}

const rowsOf = async <T>({ world }: Case, text: string): Promise<T[]> => (await world.query(text)).rows as T[]

const decisionsOf = (about: Case) => {
  const now = about.world.deps.clock.now().toISOString()
  return rowsOf<DecisionRow>(
    about,
    `select id, kind, state, until::text, strike_until > '${now}' is true as counts,
       exists (select from mails m where m.id = d.mail_id) as has_mail, settled_at is not null as settled,
       case when hidden ? 'bio' then 'bio' when hidden ? 'message' then 'message' end as hides,
       (select w.state from fraud_warnings w where w.decision_id = d.id) as warning
     from decisions d where subject_id = '${about.ben.user._id}' order by created_at, id`,
  )
}

/** The strictest active decision determines the account's state, and the longest limit applies. */
async function expectEffects(about: Case, decisions: readonly DecisionRow[]) {
  const inForce = decisions.filter(({ state }) => state === 'in_force')
  const has = (kind: DecisionKind) => inForce.some((each) => each.kind === kind)
  const restricted = has('ban') ? 'banned' : has('deactivate') ? 'deactivated' : has('suspend') ? 'suspended' : null
  const limits = inForce.flatMap(({ kind, until }) => (kind === 'limit' && until ? [until] : []))
  const [account] = await rowsOf<{ state: string; limit: string | null }>(
    about,
    `select coalesce(state_before_deletion, state) as state, limited_until::text as limit
     from accounts where id = '${about.ben.user._id}'`,
  )
  expect(account).toEqual({
    state: restricted ?? (limits.length > 0 ? 'paused' : 'active'),
    limit: limits.toSorted().at(-1) ?? null,
  })
}

/** Content is hidden exactly as long as a decision that removes it is active. */
async function expectContent(about: Case, decisions: readonly DecisionRow[]) {
  const inForce = decisions.filter(({ state }) => state === 'in_force')
  const isHidden = (what: DecisionRow['hides']) => inForce.some(({ hides }) => hides === what)
  const [row] = await rowsOf<{ bio: string | null; hidden: boolean; premium: Date; leaves: boolean }>(
    about,
    `with m as materialized (select hidden_at from messages where id = '${about.message}')
     select p.bio, m.hidden_at is not null as hidden, a.premium_until as premium,
       a.deletion_due_at is not null as leaves
     from accounts a join profiles p on p.account_id = a.id cross join m
     where a.id = '${about.ben.user._id}'`,
  )
  expect(row).toMatchObject({ bio: isHidden('bio') ? null : 'Send me gift cards.', hidden: isHidden('message') })
  expect(row!.premium.getTime()).toBeGreaterThanOrEqual(about.premium.getTime())
  about.premium = row!.premium
  const isGone = inForce.some(({ kind }) => kind === 'suspend' || kind === 'deactivate' || kind === 'ban')
  const { matches } = (await about.ada.client.listMatches()).data
  if (isGone || !row!.leaves) expect(matches).toHaveLength(isGone ? 0 : 1)
}

/** Premium is restored once, for overturned decisions. */
async function expectReturned(about: Case, decisions: readonly DecisionRow[]) {
  const returned = await rowsOf<{ id: string }>(
    about,
    `select c.details ->> 'decision' as id from audit_log l join audit_contents c on c.audit_id = l.id
     where l.action = 'subscription.returned' and l.subject_id = '${about.ben.user._id}'`,
  )
  const overturned = new Set(decisions.flatMap(({ id, state }) => (state === 'overturned' ? [id] : [])))
  expect(new Set(returned.map(({ id }) => id)).size).toBe(returned.length)
  for (const { id } of returned) expect(overturned).toContain(id)
}

/** Each decision has one notice in the app once it can't be undone. A fraud warning ends with its decision. */
async function expectNotices(about: Case, decisions: readonly DecisionRow[]) {
  const notices = await rowsOf<{ id: string; count: number }>(
    about,
    `select substr(topic, 10) as id, sum(count)::int as count from notifications
     where account_id = '${about.ben.user._id}' and topic like 'decision:%' group by 1`,
  )
  const due = decisions.filter(({ kind, settled }) => settled && kind !== 'deactivate')
  expect(Object.fromEntries(notices.map(({ id, count }) => [id, count]))).toEqual(
    Object.fromEntries(due.map(({ id }) => [id, 1])),
  )
  for (const { state, warning } of decisions)
    if (warning !== null && state !== 'in_force') expect(['sent', 'canceled']).toContain(warning)
}

type Entry = { what: string; id: string; before: string | null; after: string }

/** The changes in the audit log, in commit order. */
const entriesOf = (about: Case) =>
  rowsOf<Entry>(
    about,
    `with entries as (
       select n.place, l.action, l.subject_id, c.details from audit_chain n join audit_log l on l.id = n.audit_id
         join audit_contents c on c.audit_id = l.id)
     select 'decision' as what, e.details ->> 'decision' as id, e.details ->> 'before' as before,
       e.details ->> 'after' as after, e.place
     from entries e where e.details ? 'decision' and e.action like 'decision.%'
       and e.subject_id = '${about.ben.user._id}'
     union all
     select 'decision', d ->> 'decision', d ->> 'before', d ->> 'after', e.place
     from entries e, jsonb_array_elements(e.details -> 'decisions') d where e.subject_id = '${about.ben.user._id}'
     union all
     select 'report', e.subject_id::text, e.details ->> 'before', e.details ->> 'after', e.place
     from entries e join reports r on r.id = e.subject_id and r.about_id = '${about.ben.user._id}'
     where e.action = 'report.status'
     union all
     select 'appeal', e.details ->> 'appeal', case when e.action = 'appeal.made' then null else 'open' end,
       case e.action when 'appeal.made' then 'open' else substr(e.action, 8) end, e.place
     from entries e where e.action like 'appeal.%'
       and e.subject_id in ('${about.ben.user._id}', '${about.ada.user._id}')
     order by place`,
  )

/** Checks that each entry continues from the state that the previous one left, and returns the final states. */
function replay(entries: readonly Entry[], what: string): Map<string, string> {
  const now = new Map<string, string>()
  for (const { id, before, after } of entries.filter((each) => each.what === what)) {
    const was = now.get(id) ?? (what === 'report' ? 'pending' : null)
    // A new decision is briefly `waiting`. No entry records this state, so a missing state counts as `waiting`.
    expect([what, id, was ?? 'waiting']).toEqual([what, id, before ?? 'waiting'])
    if (what === 'decision' && before)
      expect(decisionTransitions[before as DecisionState]).toContain(after as DecisionState)
    if (what === 'report' && before !== after && after !== 'pending')
      expect(transitions[before as ReportStatus]).toContain(after as ReportStatus)
    now.set(id, after)
  }
  return now
}

type AppealRow = { id: string; state: AppealState; decision: string | null; decision_state: string | null }

async function expectExplained(about: Case, decisions: readonly DecisionRow[], appeals: readonly AppealRow[]) {
  const entries = await entriesOf(about)
  const stored = (rows: readonly { id: string; state: string }[]) => new Map(rows.map(({ id, state }) => [id, state]))
  expect(replay(entries, 'decision')).toEqual(stored(decisions))
  const reports = await rowsOf<{ id: string; state: string }>(
    about,
    `select id, status as state from reports where about_id = '${about.ben.user._id}'`,
  )
  const moved = replay(entries, 'report')
  expect(new Map(reports.map(({ id }) => [id, moved.get(id) ?? 'pending']))).toEqual(stored(reports))
  // An appeal against an undone decision is deleted with it.
  const known = new Set(appeals.map(({ id }) => id))
  expect(new Map([...replay(entries, 'appeal')].filter(([id]) => known.has(id)))).toEqual(stored(appeals))
}

const unheard: readonly DecisionState[] = ['waiting', 'declined', 'undone']

/** Checks all invariants. Once the person is erased, so are the contents of the audit log about them. */
export async function expectInvariants(about: Case): Promise<void> {
  const { staff, ben } = about
  const decisions = await decisionsOf(about)
  const appeals = await rowsOf<AppealRow>(
    about,
    `select a.id, a.state, a.decision_id as decision, d.state as decision_state
     from appeals a left join decisions d on d.id = a.decision_id
     where a.account_id in ('${ben.user._id}', '${about.ada.user._id}')`,
  )
  for (const { state, decision_state: of } of appeals) {
    if (state === 'open' && of) expect(unheard).not.toContain(of)
    if (state === 'overturned' && of) expect(of).toBe('overturned')
  }
  const open = appeals.flatMap(({ state, decision }) => (state === 'open' && decision ? [decision] : []))
  expect(new Set(open).size).toBe(open.length)
  for (const { state, has_mail: hasMail } of decisions) if (unheard.includes(state)) expect(hasMail).toBe(false)
  if (about.isErased) return
  await expectEffects(about, decisions)
  await expectContent(about, decisions)
  await expectReturned(about, decisions)
  await expectNotices(about, decisions)
  const { standing } = (await staff[0].client.listDecisions({ params: { id: ben.user._id } })).data
  const counting = decisions.filter(({ state, counts }) => counts && ['in_force', 'expired', 'lifted'].includes(state))
  expect(standing.strikes).toBe(counting.length)
  await expectExplained(about, decisions, appeals)
}
