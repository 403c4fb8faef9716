import type { History } from './histories.ts'
import type { World } from './world.ts'

// Compares the responses that clients received with the tables: no acknowledged write is missing or duplicated, and
// related rows agree.

type Rows = Record<string, unknown>[]

/** Queries for rows that must not exist. */
export const contradictions: Record<string, string> = {
  'messages of a conversation are not numbered from 1 on, or the conversation doesn’t know the last one': `
    with s as materialized (
      select match_id, count(*) as messages, max(seq) as highest, count(distinct seq) as numbers
      from messages group by match_id)
    select m.id, m.last_seq, s.* from matches m left join s on s.match_id = m.id
    where (coalesce(messages, 0), coalesce(highest, 0), coalesce(numbers, 0)) <> (m.last_seq, m.last_seq, m.last_seq)`,
  'a match doesn’t show its messages as they are': `
    with written as materialized (select match_id, seq, sender_id, text, deleted_at from messages)
    select m.id, m.last_text, m.a_unread, m.b_unread, n.* from matches m cross join lateral (
      select count(*) filter (where sender_id = m.b_id and seq > m.a_read) as to_a,
        count(*) filter (where sender_id = m.a_id and seq > m.b_read) as to_b,
        (array_agg(sender_id order by seq desc))[1] as sender_id
      from written where match_id = m.id and deleted_at is null) n
      left join written last on last.match_id = m.id and last.seq = m.last_seq
    where (m.a_unread, m.b_unread, m.last_sender_id, m.last_text) is distinct from
      (n.to_a, n.to_b, n.sender_id, case when last.deleted_at is null then last.text end)
      or last.deleted_at is not null and m.last_kind is not null`,
  'a like for each other is no match, or the other way round': `
    select c.chooser_id, c.chosen_id, m.id from choices c
      join choices o on o.chooser_id = c.chosen_id and o.chosen_id = c.chooser_id
      left join matches m on m.a_id = least(c.chooser_id, c.chosen_id) and m.b_id = greatest(c.chooser_id, c.chosen_id)
    where (m.id is not null) <> (c.action <> 'pass' and o.action <> 'pass')`,
  'likes are not mirrored by the member who received them': `
    select * from (select chooser_id, chosen_id, action, at from choices where action <> 'pass') c
      full join likes_received l using (chooser_id, chosen_id, action, at) where c.* is null or l.* is null`,
  'someone’s listing is not what their account and profile say': `
    select * from listings l full join listings_due d using (account_id) where to_jsonb(l) is distinct from to_jsonb(d)`,
  'someone’s ranking stats don’t match their listing': `
    select * from ranking_stats s full join ranking_stats_due d using (account_id)
    where (s.account_id is null) <> (d.account_id is null)
      or (s.gender_group, s.tile, s.born, s.x, s.y, s.z, s.level, s.reach, s.seeks, s.shown_to)
        is distinct from (d.gender_group, d.tile, d.born, d.x, d.y, d.z, d.level, d.reach, d.seeks, d.shown_to)`,
  'a match was not announced once to each': `
    select m.id, p.id as account_id from matches m cross join lateral (values (m.a_id), (m.b_id)) p(id)
      left join notifications n on n.account_id = p.id and n.topic = 'match:' || m.id
    group by m.id, p.id having coalesce(sum(n.count), 0) <> 1`,
  'messages were not counted once in the notification of their reader': `
    with written as (select match_id, sender_id, count(*) as messages from messages group by match_id, sender_id)
    select m.match_id, m.reader, m.messages, n.count from (
      select match_id, case when sender_id = a_id then b_id else a_id end as reader, messages
      from written join matches on matches.id = match_id) m
      left join notifications n on n.account_id = m.reader and n.topic = 'message:' || m.match_id
    where n.count is distinct from m.messages`,
  'a day’s likes are not those that were used': `
    select account_id, a.likes, a.superlikes, c.* from allowances a join (
      select chooser_id, count(*) filter (where action = 'like') as liked,
        count(*) filter (where action = 'superlike') as superliked from choices group by 1) c on c.chooser_id = account_id
    where (a.likes, a.superlikes) <> (liked, superliked)`,
  'someone’s ranking stats don’t count the swipes they made and received': `
    select s.account_id, s.gave, s.gave_likes, s.got, s.got_likes, c.* from ranking_stats s join lateral (
      select count(*) filter (where chooser_id = s.account_id) as made,
        count(*) filter (where chooser_id = s.account_id and action <> 'pass') as made_likes,
        count(*) filter (where chosen_id = s.account_id) as received,
        count(*) filter (where chosen_id = s.account_id and action <> 'pass') as received_likes
      from choices) c on true
      cross join lateral (
        select coalesce(sum(choices) filter (where chooser_id = s.account_id), 0) as gave,
          coalesce(sum(likes) filter (where chooser_id = s.account_id), 0) as gave_likes,
          coalesce(sum(choices) filter (where chosen_id = s.account_id), 0) as got,
          coalesce(sum(likes) filter (where chosen_id = s.account_id), 0) as got_likes from uncounted_choices) u
    where (s.gave + u.gave, s.gave_likes + u.gave_likes, s.got + u.got, s.got_likes + u.got_likes)
      <> (made, made_likes, received, received_likes)`,
  'a payment was made twice, or premium and its invoice don’t go together': `
    select s.account_id, count(*), sum(i.invoices), sum(t.paid) from subscriptions s
      left join lateral (select count(*) as invoices from invoices where subscription_id = s.id and status = 'paid') i on true
      left join lateral (
        select count(*) as paid from sandbox_objects where body @> '{"object": "charge", "paid": true}'
          and body ->> 'payment_intent' = s.payment_intent_id) t on true
    group by s.account_id having count(*) <> 1 or sum(i.invoices) <> 1 or sum(t.paid) <> 1`,
  'a payment at the gateway belongs to no subscription': `
    select g.id from sandbox_objects g left join subscriptions s on s.provider_id = g.id
    where g.body ->> 'object' = 'subscription' and s.id is null`,
  'a decision was not made once, with its entry in the audit log, its email, and the end of its report': `
    select d.report_id, count(*), sum(a.entries), sum(m.mails), max(r.status) from decisions d
      join reports r on r.id = d.report_id
      left join lateral (select count(*) as entries from audit_log l join audit_contents c on c.audit_id = l.id
        where l.action = 'decision.warn' and c.details ->> 'decision' = d.id::text) a on true
      left join lateral (select count(*) as mails from mails where id = d.mail_id) m on true
    group by d.report_id
    having count(*) <> 1 or sum(a.entries) <> 1 or sum(m.mails) <> 1 or max(r.status) in ('pending', 'in_progress')`,
  'a decision’s email is there twice': `
    select account_id, count(*) from mails where kind = 'decided' group by account_id having count(*) > 1`,
}

const missing = <T>(what: string, told: readonly T[], isThere: (one: T) => boolean): string[] =>
  told.filter((one) => !isThere(one)).map((one) => `${what} is missing: ${JSON.stringify(one)}`)

async function lost({ query }: World, { messages, choices, bought, decided }: History): Promise<string[]> {
  const keys = async (text: string) => new Set(((await query(text)).rows as { key: string }[]).map(({ key }) => key))
  const stored = {
    messages: await keys(`select client_id || ' ' || seq as key from messages`),
    choices: await keys(`select chooser_id || ' ' || chosen_id || ' ' || action as key from choices`),
    matches: await keys('select id::text as key from matches'),
    premium: await keys(`select account_id::text as key from subscriptions where status = 'active'`),
    decisions: await keys(`select report_id || ' ' || id as key from decisions`),
  }
  return [
    ...missing('a message', messages, ({ clientId, seq }) => stored.messages.has(`${clientId} ${seq}`)),
    ...missing('a choice', choices, (each) => stored.choices.has(`${each.chooser} ${each.chosen} ${each.action}`)),
    ...missing('a match', choices, ({ matchId }) => matchId === null || stored.matches.has(matchId)),
    ...missing('a subscription', bought, (id) => stored.premium.has(id)),
    ...missing('a decision', decided, (each) => stored.decisions.has(`${each.reportId} ${each.decisionId}`)),
  ]
}

/** Citus joins distributed tables only by their keys, so a CTE reads each of these tables first. */
const read = ['choices', 'likes_received', 'messages', 'notifications', 'uncounted_choices'].map(
  (table) => `${table} as materialized (select * from ${table})`,
)
const readFirst = (text: string) => `with ${read.join(', ')} ${text.trimStart().replace(/^with /, ', ')}`

export async function anomaliesIn(world: World, history: History): Promise<string[]> {
  const found: string[] = [...history.wrong, ...(await lost(world, history))]
  for (const [what, text] of Object.entries(contradictions)) {
    const rows = (await world.query(readFirst(text))).rows as Rows
    if (rows.length > 0) found.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  return found
}
