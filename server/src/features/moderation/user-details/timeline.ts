import type { StaffRight, TimelineEntry, TimelineKind } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { paymentsOfTimeline } from '../../billing/index.ts'
import { mailsOfTimeline } from '../../delivery/index.ts'
import { entriesOfTimeline } from '../../operations/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Db, NO_PLAN_CACHE } from '../../../infra/db/db.ts'
import { mayAs } from '../../../infra/staff.ts'
import { aboutPerson, auditReader, noteReader } from '../blind-reviews/queries.ts'
import { type Acting, handledBy } from '../reports/read-reports.ts'
import { readUser } from './user-details.ts'

type Row = Omit<TimelineEntry, '_id' | 'at' | 'actor'> & {
  key: string
  at: Date
  micros: string
  actor_id: string | null
  actor_kind: string
  actor_name: string | null
}

/** Rows of one kind of event, and the right that they require. */
type Source = { kinds: readonly TimelineKind[]; may: StaffRight; rows: readonly RawBuilder<unknown>[] }

const aboutReport = sql`jsonb_build_object('report', r.id, 'problem_type', r.problem_type, 'detail', r.detail,
  'status', r.status)`

const reportsOf = (viewer: Acting, id: string): RawBuilder<unknown>[] => [
  sql`
    select r.created_at as at, 'filed:' || r.id as key, 'reports' as kind, 'timeline.filed' as action,
      r.reporter_id as actor_id, 'member' as actor_kind, r.description as reason, ${aboutReport} as details
    from reports r where r.reporter_id = ${id} and ${handledBy(viewer)}`,
  sql`
    select r.created_at, 'received:' || r.id, 'reports', 'timeline.received', r.reporter_id,
      case when r.detection is null then 'member' else 'system' end, r.description, ${aboutReport}
    from reports r where r.about_id = ${id} and ${handledBy(viewer)}`,
]

const repliesTo = (viewer: Acting, id: string) => sql`
  select p.at, 'reply:' || p.id as key, 'messages' as kind, 'message.replied' as action, p.author_id as actor_id,
    'administrator' as actor_kind, p.message as reason, jsonb_build_object('report', r.id) as details
  from reports r join report_replies p on p.report_id = r.id
  where r.reporter_id = ${id} and p.by_staff and not p.is_internal and ${handledBy(viewer)}`

/** A successful appeal has its own row. */
const decisionsAbout = (id: string): RawBuilder<unknown>[] => [
  sql`
    select d.created_at as at, 'decision:' || d.id as key, 'decisions' as kind,
      case when d.in_force_at is null then 'decision.requested' when d.kind = 'deactivate' then 'account.deactivated'
        else 'decision.' || d.kind end as action,
      d.decided_by as actor_id, case when d.decided_by is null then 'system' else 'administrator' end as actor_kind,
      d.facts as reason, jsonb_build_object('decision', d.id) as details
    from decisions d where d.subject_id = ${id}`,
  sql`
    select d.ended_at, 'ended:' || d.id, 'decisions',
      case when d.kind = 'deactivate' then 'account.activated' else 'decision.' || d.state end,
      d.ended_by, case when d.ended_by is null then 'system' else 'administrator' end,
      d.end_reason, jsonb_build_object('decision', d.id)
    from decisions d where d.subject_id = ${id} and d.ended_at is not null
      and not exists (select from appeals p where p.decision_id = d.id and p.state = 'overturned')`,
]

const appealsBy = (id: string): RawBuilder<unknown>[] => [
  sql`
    select p.created_at as at, 'appeal:' || p.id as key, 'decisions' as kind, 'appeal.made' as action,
      p.account_id as actor_id, 'member' as actor_kind, null::text as reason,
      jsonb_build_object('appeal', p.id) as details
    from appeals p where p.account_id = ${id}`,
  sql`
    select p.decided_at, 'answer:' || p.id, 'decisions', 'appeal.' || p.state, p.decided_by, 'administrator', p.reason,
      jsonb_build_object('appeal', p.id)
    from appeals p where p.account_id = ${id} and p.decided_at is not null`,
  sql`
    select m.at, 'written:' || m.id, 'messages', 'message.replied', m.author_id, 'administrator', m.message,
      jsonb_build_object('appeal', p.id)
    from appeals p join appeal_messages m on m.appeal_id = p.id where p.account_id = ${id} and m.by_staff`,
]

const joining = (id: string) => sql`
  select a.created_at as at, 'joined:' || a.id as key, 'account' as kind, 'timeline.joined' as action,
    a.id as actor_id, 'member' as actor_kind, null::text as reason, '{}'::jsonb as details
  from identity_people a where a.id = ${id}`

/**
 * Every source has an index by person, and the database reads only as many rows of each as a page needs. About
 * themselves, staff see no decisions and appeals, which would reveal who reported them.
 */
function sourcesOf(viewer: Acting, id: string, now: Date): Source[] {
  const reader = auditReader(viewer.id)
  const isOther = viewer.id !== id
  const inCase = (rows: readonly RawBuilder<unknown>[]) => (isOther ? rows : [])
  return [
    { kinds: ['account'], may: 'users.read', rows: [joining(id)] },
    { kinds: ['messages'], may: 'users.read', rows: inCase([mailsOfTimeline(id)]) },
    { kinds: ['decisions'], may: 'users.read', rows: inCase(decisionsAbout(id)) },
    { kinds: ['decisions', 'messages'], may: 'appeals', rows: inCase(appealsBy(id)) },
    { kinds: ['reports'], may: 'reports.read', rows: inCase(reportsOf(viewer, id)) },
    { kinds: ['messages'], may: 'reports.read', rows: inCase([repliesTo(viewer, id)]) },
    {
      kinds: ['payments'],
      may: 'invoices',
      rows: [...paymentsOfTimeline(id, now), entriesOfTimeline({ reader, subjectId: id, of: 'payments' })],
    },
    {
      kinds: ['decisions', 'account'],
      may: 'audit',
      rows: [entriesOfTimeline({ reader, subjectId: id, of: 'rest' })],
    },
  ]
}

type TimelinePage = { kind?: TimelineKind | undefined; before?: string | undefined; limit: number }

async function findTimeline(db: Db, sources: readonly Source[], { kind, before, limit }: TimelinePage): Promise<Row[]> {
  const [micros = '', key = ''] = before?.split('.') ?? []
  const at = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
  const isAfterCursor = before ? sql`e.at <= ${at} and (e.at, e.key collate "C") < (${at}, ${key})` : sql`true`
  const isOfKind = kind ? sql`e.kind = ${kind}` : sql`true`
  const pages = sources
    .filter(({ kinds }) => !kind || kinds.includes(kind))
    .flatMap(({ rows }) => rows)
    .map(
      (rows) => sql`(
        select e.at, e.key, e.kind, e.action, e.actor_id, e.actor_kind, e.reason::text, e.details::jsonb
        from (${rows}) e(at, key, kind, action, actor_id, actor_kind, reason, details)
        where ${isAfterCursor} and ${isOfKind} order by e.at desc, e.key collate "C" desc limit ${limit})`,
    )
  if (pages.length === 0) return []
  const { rows } = await sql<Row>`${NO_PLAN_CACHE}
    select e.*, (extract(epoch from e.at) * 1000000)::bigint::text as micros, a.full_name as actor_name
    from (select * from (${sql.join(pages, sql` union all `)}) e
      order by e.at desc, e.key collate "C" desc limit ${limit}) e
    left join identity_people a on a.id = e.actor_id
    order by e.at desc, e.key collate "C" desc`.execute(db)
  return rows
}

const toEntry = ({ key, at, kind, action, reason, details, ...row }: Row): TimelineEntry => ({
  _id: key,
  at: at.toISOString(),
  kind,
  action,
  actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
  reason,
  details,
})

export async function readTimeline(
  context: Pick<Deps, 'db' | 'clock'>,
  { account }: Viewer,
  id: string,
  page: TimelinePage,
): Promise<{ entries: TimelineEntry[]; nextBefore: string | null }> {
  const { db, clock } = context
  await readUser(db, id)
  // The timeline has the decisions about the person.
  await noteReader(db, account.id, aboutPerson(id))
  const sources = sourcesOf(account, id, clock.now()).filter(({ may }) => mayAs(account, may))
  const rows = await findTimeline(db, sources, { ...page, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { entries: shown.map(toEntry), nextBefore: last ? `${last.micros}.${last.key}` : null }
}
