import type { Deps } from '../../../deps.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { queueMail, record, withdrawNotice } from '../../delivery/index.ts'
import { lockWithSubject } from '../decisions/end-decision.ts'
import type { Deciding } from '../decisions/put-in-force.ts'
import { type BanEnd, correctionNoticeTo, correctionTo, topicOf } from './notice.ts'
import { isNotErased } from './readers.sql.ts'
import {
  findDueCorrections,
  findUncorrected,
  lockWarning,
  mustWait,
  saveCorrected,
  saveWarning,
} from './warnings.sql.ts'

export async function sendDueCorrections(context: Deps): Promise<void> {
  await forEachSeparately(await findDueCorrections(context.db), (id) => sendCorrections(context, id))
}

export async function sendCorrections(context: Deps, id: string): Promise<void> {
  while (await correctSome(context, id));
}

const AT_ONCE = 50

/** Each correction has its own transaction. Returns true if there may be more. */
const correctSome = (context: Deps, id: string): Promise<boolean> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { subject_id: subjectId, state } = await lockWithSubject(work, id)
    const warning = await lockWarning(work.tx, id)
    if (!warning?.correction_due_at || warning.corrected_at) return false
    if (await mustWait(work.tx, subjectId)) return false
    // Once the account is erased, there is no name left to clear.
    const isThere = await isNotErased(work.tx, subjectId)
    const readers = isThere ? await findUncorrected(work.tx, id, AT_ONCE) : []
    const end = state === 'overturned' ? 'overturned' : 'lifted'
    for (const reader of readers)
      await correct(work, reader.id, { decisionId: id, subjectId, firstName: reader.sender_name ?? '', end })
    if (readers.length === AT_ONCE) return true
    await saveWarning(work.tx, id, { corrected_at: work.now })
    return false
  })

type About = { decisionId: string; subjectId: string; firstName: string; end: BanEnd }

/** The warning in the app is no longer true, so the correction replaces it. */
async function correct(work: Deciding, readerId: string, about: About): Promise<void> {
  await saveCorrected(work.tx, about.decisionId, readerId, work.now)
  await queueMail(work, correctionTo(readerId, about))
  await withdrawNotice(work.tx, readerId, topicOf(about.decisionId))
  await record(work, correctionNoticeTo(readerId, about))
}
