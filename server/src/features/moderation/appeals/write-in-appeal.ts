import { ApiError, type Appeal, type OwnAppeal, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, asStaff, unitOfWork } from '../../../work.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { lockCase } from '../cases.ts'
import { type AppealRow, findAppeal, insertAppealMessage } from './queries.ts'
import { noAppeal, oneAppeal, oneOwnAppeal, decidersOf, linkOf } from './appeals.ts'
import { rightOf } from './rules.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import { assertMayHandle } from '../reports/read-reports.ts'

export const topicOf = (appealId: string) => `appeal:${appealId}`

export async function lockOpenAppeal(tx: Tx, id: string): Promise<AppealRow> {
  await lockCase(tx, 'appeals', id)
  const row = await findAppeal(tx, id)
  if (!row) throw noAppeal()
  return row
}

export function assertOpen({ state }: AppealRow): void {
  if (state !== 'open') throw new ApiError('conflict', 'This appeal has already been decided.')
}

export async function writeInMyAppeal(
  context: Deps,
  { account }: Viewer,
  id: string,
  message: string,
): Promise<OwnAppeal> {
  await context.budgets.spend([{ key: `appeal-message:${account.id}`, limit: 30, within: minutes(60) }])
  await unitOfWork(context, asAccount(account), async ({ tx, now }) => {
    const row = await lockOpenAppeal(tx, id)
    if (row.account_id !== account.id) throw noAppeal()
    assertOpen(row)
    await insertAppealMessage(tx, { appeal_id: id, author_id: account.id, by_staff: false, message, at: now })
  })
  return oneOwnAppeal(context, id)
}

/** The appellant gets an email, too, because a banned member doesn't see notifications. */
export async function answerAppeal(
  context: Deps & Answering,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<Appeal> {
  const { account } = viewer
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockOpenAppeal(work.tx, id)
    if (row.account_id === account.id) throw new ApiError('conflict', 'You can’t do this to your own appeal.')
    if (row.report_id) await assertMayHandle(work.tx, account, row.report_id)
    await assertMayActOnId(work.tx, account, row.account_id)
    assertOpen(row)
    if (rightOf(account.id, { ...row, deciders: decidersOf(row) }, work.now).may === 'someone-else')
      throw new ApiError('conflict', 'You made this decision, so someone else answers this appeal.')
    const values = { appeal_id: id, author_id: account.id, by_staff: true, message: text, at: work.now }
    await insertAppealMessage(work.tx, values)
    const subject = message('We wrote to you about your appeal')
    await record(work, {
      to: row.account_id,
      kind: 'decision',
      topic: topicOf(id),
      details: { ...subject, link: linkOf(row) },
    })
    await queueMail(work, {
      to: row.account_id,
      kind: 'decided',
      details: { write: () => ({ subject, lines: [message('Read our message and reply in Support.')] }) },
    })
  })
  return oneAppeal(context, viewer, id)
}
