import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { lockWithSubject } from '../decisions/end-decision.ts'
import type { Deciding } from '../decisions/put-in-force.ts'
import { mailTo, noticeTo } from './notice.ts'
import { findUnwarned, isNotErased, type ReaderRow } from './readers.sql.ts'
import { findDueWarnings, insertNotice, lockWarning, saveMailOf, saveWarning } from './warnings.sql.ts'

export async function sendDueWarnings(context: Deps): Promise<void> {
  await forEachSeparately(await findDueWarnings(context.db, context.clock.now()), async (id) => {
    while (await warnSome(context, id));
  })
}

const AT_ONCE = 50

/**
 * Each warning has its own transaction, so that a server that dies sends nothing twice and leaves no one out. Returns
 * true if there may be more.
 */
const warnSome = (context: Deps, id: string): Promise<boolean> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const decision = await lockWithSubject(work, id)
    const warning = await lockWarning(work.tx, id)
    const due = warning?.state === 'planned' ? warning.due_at : warning?.state === 'held' && warning.latest_at
    if (decision.state !== 'in_force' || decision.settled_at === null || !due || due > work.now) return false
    const isThere = await isNotErased(work.tx, decision.subject_id)
    const readers = isThere ? await findUnwarned(work.tx, decision.subject_id, id, AT_ONCE) : []
    for (const reader of readers)
      await warn(work, reader, {
        decisionId: id,
        subjectId: decision.subject_id,
        firstName: reader.sender_name ?? '',
      })
    if (readers.length === AT_ONCE) return true
    await finish(work, id, decision.subject_id)
    return false
  })

type About = { decisionId: string; subjectId: string; firstName: string }

async function warn(work: Deciding, reader: ReaderRow, about: About): Promise<void> {
  const { decisionId } = about
  const values = { decision_id: decisionId, account_id: reader.id, answered: reader.answered, at: work.now }
  if (!(await insertNotice(work.tx, values))) return
  const mailId = await queueMail(work, mailTo(reader, about))
  if (mailId) await saveMailOf(work.tx, decisionId, reader.id, mailId)
  await record(work, noticeTo(reader, about, decisionId))
}

async function finish(work: Work, decisionId: string, subjectId: string): Promise<void> {
  await saveWarning(work.tx, decisionId, { state: 'sent', finished_at: work.now })
  await audit(work, { action: 'fraud-warning.sent', subjectId, details: { decision: decisionId } })
}
