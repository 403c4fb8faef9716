import { ApiError, type Appeal, message, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { type AppealRow, saveOutcome } from './queries.ts'
import { overturn, oneAppeal, decidersOf, linkOf } from './appeals.ts'
import { rightOf } from './rules.ts'
import { assertOpen, lockOpenAppeal, topicOf } from './write-in-appeal.ts'
import { assertMayHandle } from '../reports/read-reports.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import type { Deciding } from '../decisions/effects.ts'

type Outcome = { outcome: 'upheld' | 'overturned'; reason: string }

function assertMayDecide(viewerId: string, row: AppealRow, now: Date): void {
  const { may } = rightOf(viewerId, { ...row, deciders: decidersOf(row) }, now)
  if (may === 'someone-else')
    throw new ApiError('conflict', 'You made this decision, so someone else has to review the appeal.')
  if (may === 'later') throw new ApiError('conflict', 'You made this decision. You can review it after 24 hours.')
  if (may === 'no') throw new ApiError('conflict', 'You can’t do this to your own appeal.')
}

function assertVersion({ version }: AppealRow, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version)
    throw new ApiError('conflict', 'There’s a new message in this appeal. Please read it and try again.')
}

const outcomes: Record<Outcome['outcome'], { subject: MessageDescriptor; line: MessageDescriptor }> = {
  upheld: {
    subject: message('We’ve reviewed your appeal'),
    line: message('We’ve reviewed our decision and are upholding it.'),
  },
  overturned: {
    subject: message('Your appeal was successful'),
    line: message('We’ve reviewed our decision, and you were right. We’ve reversed it.'),
  },
}

type Decided = Outcome & { isSamePerson: boolean }

const samePerson = message('The person who made the decision reviewed it, because no one else could.')

async function notifyAppellant(
  work: Deciding,
  row: AppealRow,
  { outcome, reason, isSamePerson }: Decided,
): Promise<void> {
  const { subject, line } = outcomes[outcome]
  const details = { ...subject, link: linkOf(row) }
  await record(work, { to: row.account_id, kind: 'decision', topic: topicOf(row.id), details })
  await queueMail(work, {
    to: row.account_id,
    kind: 'decided',
    details: {
      write: () => ({
        subject,
        lines: [line, message('Why: {reason}', { reason }), ...(isSamePerson ? [samePerson] : [])],
      }),
    },
  })
}

/** An appeal is decided once, with reasons. Overturning undoes everything that the decision did. */
export async function decideAppeal(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, reason }: Outcome,
): Promise<Appeal> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const row = await lockOpenAppeal(work.tx, id)
    assertOpen(row)
    assertVersion(row, work.caller.ifMatch)
    assertMayDecide(staffId, row, work.now)
    if (row.report_id) await assertMayHandle(work.tx, viewer.account, row.report_id)
    await assertMayActOnId(work.tx, viewer.account, row.account_id)
    const isSamePerson = decidersOf(row).includes(staffId)
    await saveOutcome(work.tx, id, {
      state: outcome,
      decided_by: staffId,
      decided_at: work.now,
      reason,
      is_same_person: isSamePerson,
    })
    if (outcome === 'overturned') await overturn(work, row, { staffId, reason })
    await audit(work, {
      action: `appeal.${outcome}`,
      subjectId: row.account_id,
      reason,
      details: { appeal: id, decision: row.decision_id, report: row.report_id, samePerson: isSamePerson },
    })
    await notifyAppellant(work, row, { outcome, reason, isSamePerson })
  })
  return oneAppeal(context, viewer, id)
}
