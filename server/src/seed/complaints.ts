import { defaults, patternsOf } from '../features/operations/index.ts'
import { dueAfter, partsOf, priorityOf, rankOf } from '../features/moderation/index.ts'
import { problemTypes, type ProblemType } from '@kindred/contract'
import type { Work } from '../work.ts'
import { days, hours, later } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import { nth, pick, type Random } from './pick.ts'

// Sixty reports over the year, of every type, priority and status, with natural answers.

const descriptions: Record<ProblemType, string[]> = {
  'Technical Issue': [
    'Messages arrive twice on my phone since yesterday.',
    'The deck stays grey after the third person. Reloading helps for a while.',
    'I get no mail when somebody writes, although it is switched on.',
  ],
  'Bug Report': [
    'My age shows as one year older on the day before my birthday.',
    'The button to move photos does nothing in Firefox on my tablet.',
    'Searching for “Łódź” finds nobody, “Lodz” does.',
  ],
  'Inappropriate Content': [
    'The second photo of this profile is not something I want to see at breakfast.',
    'There is a company’s advertisement where the bio should be.',
    'Somebody sent me nudes without asking.',
  ],
  Harassment: [
    'He writes every hour, and I have asked him twice to stop.',
    'After I said no she insulted my family.',
    'They threatened to come to my workplace.',
  ],
  'Account Issue': [
    'I cannot change my address: the link says that it is not good any more.',
    'Somebody else seems to use my photos.',
    'I was born in 1991, not in 1919. Could you mend that, please?',
  ],
  'Payment Problem': [
    'I was charged twice this month.',
    'My subscription shows as cancelled, and I never cancelled it.',
    'The receipt has my old name on it.',
  ],
  Other: [
    'It would be lovely to have a calmer colour for the evening.',
    'He asked me for money for a gift card. I think this is a scam.',
    'Thank you for the questions. The one about neighbours made us meet.',
  ],
}
const answers = [
  'Thank you for telling us. We have looked into it and acted on it.',
  'Sorry for the trouble. This is mended now; please write again if you still see it.',
  'Could you tell us when this happened, and what you saw just before?',
  'We have looked into it and found nothing against our rules. You can block anybody at any time.',
]
const thanks = [
  'Thank you, that was quick.',
  'It works again, thanks.',
  'It was on Tuesday, around nine in the evening.',
  'All right.',
]
const notes = [
  'Second report about this person. Watch.',
  'Same problem as last week; the mail provider was slow.',
  'Spoke with the team, nothing to do.',
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

export async function complaints(
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
    const parts = partsOf({ type, description, earlierAboutThem: at % 9 === 4 ? 2 : 0 }, words)
    const priority = priorityOf(parts)
    const status = pick(random, statuses)
    // Open reports are from the last day, except for a few that are overdue.
    const fresh = ['pending', 'in_progress'].includes(status) && at % 5 > 0
    const created = later(now, fresh ? -hours(0.3 + 20 * random() ** 2) : -days(0.3 + 330 * random() ** 2))
    const answered =
      status === 'pending' || !staff ? null : later(created, hours(fresh ? 0.2 : 0.5 + 40 * random() ** 2))
    const done = ['resolved', 'closed', 'rejected'].includes(status)
    const { id } = await tx
      .insertInto('reports')
      .values({
        reporter_id: pick(random, ids),
        about_id: ['Harassment', 'Inappropriate Content'].includes(type) ? pick(random, ids) : null,
        problem_type: type,
        description,
        priority,
        priority_rank: rankOf[priority],
        priority_parts: JSON.stringify(parts),
        status,
        created_at: created,
        clocks_from: created,
        first_due_at: dueAfter(priority, created).first,
        resolve_due_at: dueAfter(priority, created).resolve,
        updated_at: answered ?? created,
        first_answer_at: answered,
        closed_at: done && answered ? later(answered, hours(20)) : null,
      })
      .returning(['id', 'reporter_id'])
      .executeTakeFirstOrThrow()
    if (answered && staff) await talk(tx, id, staff.id, answered, random)
  }
}

/** Writes an answer, sometimes with an internal note, sometimes with a reply. */
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
