import { days, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'

// Appeals of each kind: an open one with a dialogue, a decided one, and a reporter's.

type Appeal = {
  state: 'open' | 'upheld'
  daysAgo: number
  messages: readonly { byStaff: boolean; text: string }[]
  reason?: string
}

const waiting: Appeal = {
  state: 'open',
  daysAgo: 2,
  messages: [
    { byStaff: false, text: 'They messaged me first, I was just replying. Please read the whole conversation.' },
    { byStaff: true, text: 'Which conversation do you mean? A first name is enough.' },
    { byStaff: false, text: 'The one with Jo, the first week of this month.' },
  ],
}
const upheld: Appeal = {
  state: 'upheld',
  daysAgo: 30,
  messages: [{ byStaff: false, text: 'It’s my sister’s shop. I was just trying to help her out.' }],
  reason: 'Nine people got the same link within a day, and nobody had asked for it. Our rules don’t allow advertising.',
}
const ofReporter: Appeal = {
  state: 'open',
  daysAgo: 1,
  messages: [{ byStaff: false, text: 'They’ve messaged me again since then, from the same account.' }],
}

type About = { account_id: string } & ({ decision_id: string } | { report_id: string })

async function addAppeal(
  { tx, now }: Work,
  about: About,
  { state, daysAgo, messages, reason }: Appeal,
  staffId: string,
) {
  const created_at = later(now, -days(daysAgo))
  const decision =
    reason === undefined ? {} : { decided_by: staffId, decided_at: later(created_at, days(1)), reason, version: 2 }
  const { id } = await tx
    .insertInto('appeals')
    .values({ ...about, state, created_at, ...decision })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, { byStaff, text }] of messages.entries())
    await tx
      .insertInto('appeal_messages')
      .values({
        appeal_id: id,
        author_id: byStaff ? staffId : about.account_id,
        by_staff: byStaff,
        message: text,
        at: later(created_at, days(at / 4)),
      })
      .execute()
}

export async function addAppeals(work: Work, ids: readonly string[]): Promise<void> {
  const { tx } = work
  const staff = await tx.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  if (!staff || ids.length === 0) return
  for (const [kind, appeal] of [
    ['warn', waiting],
    ['limit', upheld],
  ] as const) {
    const decision = await tx
      .selectFrom('decisions')
      .select(['id', 'subject_id as account_id'])
      .where('kind', '=', kind)
      .where('subject_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    if (decision) await addAppeal(work, { decision_id: decision.id, account_id: decision.account_id }, appeal, staff.id)
  }
  const rejected = await tx
    .selectFrom('reports')
    .select(['id', 'reporter_id'])
    .where('status', '=', 'rejected')
    .where('reporter_id', 'in', ids)
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (rejected?.reporter_id)
    await addAppeal(work, { report_id: rejected.id, account_id: rejected.reporter_id }, ofReporter, staff.id)
}
