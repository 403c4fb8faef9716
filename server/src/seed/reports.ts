import { sql } from 'kysely'
import { defaults, patternsOf } from '../features/operations/index.ts'
import { dueAfter, partsOf, priorityOf, rankOf } from '../features/moderation/index.ts'
import { problemTypes, type ProblemType, type ReportDetail } from '@kindred/contract'
import type { Work } from '../work.ts'
import { days, hours, later } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import { nth, pick, type Random } from './pick.ts'

// Sixty reports from the last year, of every type, priority and status, with natural replies.

const descriptions: Record<ProblemType, string[]> = {
  'Technical Issue': [
    'I’ve been getting every message twice on my phone since yesterday.',
    'Discover goes gray after the third person. Reloading helps for a bit.',
    'I don’t get emails for new messages even though they’re turned on.',
  ],
  'Bug Report': [
    'My profile shows me a year older the day before my birthday.',
    'The button to reorder photos does nothing in Firefox on my tablet.',
    'Searching for “Łódź” finds nobody, but “Lodz” works.',
  ],
  'Inappropriate Content': [
    'The second photo on this profile is NOT something I want to see over breakfast.',
    'This bio is just an ad for a company.',
    'He sent me nudes without asking.',
  ],
  Harassment: [
    'He messages me every hour, and I’ve asked him twice to stop.',
    'She started insulting my family after I said no.',
    'They threatened to show up at my work.',
  ],
  'Account Issue': [
    'I can’t change my email. The link says it has expired.',
    'I think someone else is using my photos.',
    'I was born in 1991, not 1919. Can you fix that, please?',
  ],
  'Payment Problem': [
    'I was charged twice this month.',
    'It says my subscription is canceled, but I never canceled it.',
    'The receipt still has my old name on it.',
  ],
  Other: [
    'I’d love a darker theme for the evening.',
    'He asked me to buy him a gift card. I think it’s a scam.',
    'Just wanted to say thanks for the questions. We met because of the one about neighbors!',
  ],
}
const details: Record<string, ReportDetail> = {
  'The second photo on this profile is NOT something I want to see over breakfast.': 'sexual',
  'He sent me nudes without asking.': 'sexual',
  'He messages me every hour, and I’ve asked him twice to stop.': 'unwanted',
  'They threatened to show up at my work.': 'threats',
  'I think someone else is using my photos.': 'fake_profile',
  'He asked me to buy him a gift card. I think it’s a scam.': 'scam',
}
const answers = [
  'Thanks for telling us. We looked into it and took action.',
  'Sorry about that! This is fixed now. Let us know if you still see it.',
  'When did this happen, and what did you see just before?',
  'We looked into it and didn’t find anything against our rules. You can block anyone at any time.',
]
const thanks = [
  'Wow, that was fast. Thank you!',
  'Working again, thanks!',
  'Tuesday, around 9 in the evening.',
  'OK, thanks.',
]
const notes = [
  'Second report about this person. Keep an eye on them.',
  'Same issue as last week: our email provider was slow.',
  'Checked with the team, no action needed.',
]
const statuses = [
  'pending',
  'pending',
  'in_progress',
  'resolved',
  'resolved',
  'resolved',
  'closed',
  'closed',
  'rejected',
]

export async function addReports(
  { tx, now }: Work,
  ids: readonly string[],
  random: Random,
  count: number,
): Promise<void> {
  const staff = await tx.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  const words = patternsOf(defaults.wordLists)
  for (let at = 0; at < count; at++) {
    const type = nth(problemTypes, at)
    const description = nth(descriptions[type], Math.floor(at / problemTypes.length))
    const detail = details[description] ?? null
    const parts = partsOf({ type, detail, description, earlierAboutThem: at % 9 === 4 ? 2 : 0 }, words)
    const priority = priorityOf(parts)
    const status = pick(random, statuses)
    // Open reports are from the last day, except for a few that are overdue.
    const fresh = ['pending', 'in_progress'].includes(status) && at % 5 > 0
    const created = later(now, fresh ? -hours(0.3 + 20 * random() ** 2) : -days(0.3 + 330 * random() ** 2))
    const due = dueAfter({ priority, detail }, created)
    const answered =
      status === 'pending' || !staff ? null : later(created, hours(fresh ? 0.2 : 0.5 + 40 * random() ** 2))
    const done = ['resolved', 'closed', 'rejected'].includes(status)
    const { id } = await tx
      .insertInto('reports')
      .values({
        reporter_id: pick(random, ids),
        about_id: ['Harassment', 'Inappropriate Content'].includes(type) ? pick(random, ids) : null,
        problem_type: type,
        detail,
        description,
        priority,
        priority_rank: rankOf({ priority, detail }),
        priority_parts: JSON.stringify(parts),
        status,
        created_at: created,
        clocks_from: created,
        first_due_at: due.first,
        resolve_due_at: due.resolve,
        updated_at: answered ?? created,
        first_answer_at: answered,
        closed_at: done && answered ? later(answered, hours(20)) : null,
      })
      .returning(['id', 'reporter_id'])
      .executeTakeFirstOrThrow()
    if (answered && staff) await talk(tx, id, staff.id, answered, random)
  }
}

async function talk(tx: Tx, reportId: string, staffId: string, answered: Date, random: Random): Promise<void> {
  const { reporter_id } = await tx
    .selectFrom('reports')
    .select('reporter_id')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  const rows = [
    ...(random() < 0.3
      ? [
          {
            author_id: staffId,
            by_staff: true,
            is_internal: true,
            message: pick(random, notes),
            at: later(answered, -hours(0.2)),
          },
        ]
      : []),
    { author_id: staffId, by_staff: true, is_internal: false, message: pick(random, answers), at: answered },
    ...(random() < 0.5
      ? [
          {
            author_id: reporter_id,
            by_staff: false,
            is_internal: false,
            message: pick(random, thanks),
            at: later(answered, hours(5)),
          },
        ]
      : []),
  ]
  for (const row of rows)
    await tx
      .insertInto('report_replies')
      .values({ ...row, report_id: reportId })
      .execute()
  await tx.updateTable('reports').set({ reply_count: rows.length }).where('id', '=', reportId).execute()
  await tx
    .insertInto('report_history')
    .values({
      report_id: reportId,
      actor_id: staffId,
      at: answered,
      what: 'reply',
      before: null,
      after: null,
      reason: null,
    })
    .execute()
}

/** Assigns the answered reports: most to the administrator who answered, and every third to the moderator instead. */
export async function shareReports(tx: Tx, moderatorId: string): Promise<void> {
  await sql`
    with answered as (
      select p.report_id, min(p.author_id::text)::uuid as author_id, row_number() over (order by min(p.at)) as nth
      from report_replies p where p.by_staff group by p.report_id)
    update reports r set assignee_id = case when a.nth % 3 = 0 then ${moderatorId}::uuid else a.author_id end
    from answered a where a.report_id = r.id`.execute(tx)
  const ofModerator = sql`report_id in (select id from reports where assignee_id = ${moderatorId})`
  await sql`update report_replies set author_id = ${moderatorId} where by_staff and ${ofModerator}`.execute(tx)
  await sql`update report_history set actor_id = ${moderatorId} where what = 'reply' and ${ofModerator}`.execute(tx)
}
