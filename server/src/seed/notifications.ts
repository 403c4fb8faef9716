import type { NotificationKind } from '@kindred/contract'
import { sql } from 'kysely'
import { days, later, startOfDay } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'

// The notifications of the demo's first member: some of every kind, most of them read.

type Notification = {
  kind: NotificationKind
  daysAgo: number
  count?: number
  read?: false
  details?: Record<string, string | boolean | Record<string, number>>
}

const notifications: Notification[] = [
  { kind: 'like', daysAgo: 0, count: 5, read: false, details: { atLeast: true } },
  {
    kind: 'security',
    daysAgo: 3,
    details: {
      text: 'Someone entered a wrong password for your account 20 times or more in a day. None of these tries got in.',
      link: '/settings#password',
    },
  },
  {
    kind: 'decision',
    daysAgo: 9,
    details: { text: 'Your photo is approved', link: '/profile' },
  },
  {
    kind: 'subscription',
    daysAgo: 12,
    details: {
      text: 'A gift: {months, plural, one {# month} other {# months}} of Premium',
      values: { months: 1 },
      link: '/premium',
    },
  },
]

export async function addNotifications(tx: Tx, she: string, now: Date): Promise<void> {
  const rows = notifications.map(({ kind, daysAgo, count = 1, read = true, details = {} }, nth) => {
    const at = kind === 'like' ? startOfDay(now) : later(now, -days(daysAgo))
    return {
      account_id: she,
      kind,
      topic: kind === 'like' ? 'likes' : `demo:${nth}`,
      count,
      details: JSON.stringify(details),
      at,
      due_at: at,
      told_at: at,
      pushed_at: at,
      read_at: read ? at : null,
    }
  })
  await tx.insertInto('notifications').values(rows).execute()
  await sql`
    with l as materialized (
      select chooser_id, at from likes_received where chosen_id = ${she} and action = 'superlike')
    insert into notifications (account_id, kind, topic, details, at, due_at, told_at, pushed_at, read_at)
    select ${she}, 'superlike', 'superlike:' || a.id, jsonb_build_object('name', a.first_name),
      l.at, l.at, l.at, l.at, l.at
    from l join accounts a on a.id = l.chooser_id`.execute(tx)
  // The following notifications are derived from the rows of matches and messages.
  await sql`
    insert into notifications (account_id, kind, topic, details, at, due_at, told_at, pushed_at, read_at)
    select ${she}, 'match', 'match:' || m.id, jsonb_build_object('name', a.first_name, 'matchId', m.id),
      m.created_at, m.created_at, m.created_at, m.created_at, ${now}
    from matches m join accounts a on a.id = case when m.a_id = ${she} then m.b_id else m.a_id end
    where ${she} in (m.a_id, m.b_id) and m.ended_at is null`.execute(tx)
  await sql`
    insert into notifications (account_id, kind, topic, details, at, due_at, told_at, pushed_at)
    select ${she}, 'message', 'message:' || m.id, jsonb_build_object('name', a.first_name, 'matchId', m.id),
      m.last_message_at, m.last_message_at, m.last_message_at, m.last_message_at
    from matches m join accounts a on a.id = case when m.a_id = ${she} then m.b_id else m.a_id end
    where m.ended_at is null and case when m.a_id = ${she} then m.a_unread else m.b_unread end > 0`.execute(tx)
}

/** Makes the newest resolved problem one of the first member's, with a notification that leads to the reply. */
export async function addReplyNotice(tx: Tx, she: string): Promise<void> {
  await sql`
    with report as (
      select r.id, p.at from reports r join report_replies p on p.report_id = r.id
      where p.by_staff and not p.is_internal and r.status = 'resolved' and r.about_id is null
      order by p.at desc limit 1),
    hers as (update reports r set reporter_id = ${she} from report where r.id = report.id),
    replies as (
      update report_replies p set author_id = ${she} from report where p.report_id = report.id and not p.by_staff)
    insert into notifications (account_id, kind, topic, details, at, due_at, told_at, pushed_at, read_at)
    select ${she}, 'report', 'report:' || id,
      jsonb_build_object('text', 'We replied to your report', 'link', '/support?report=' || id), at, at, at, at, at
    from report`.execute(tx)
}
