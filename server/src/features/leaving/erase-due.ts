import type { Deps } from '../../deps.ts'
import { forEachSeparately } from '../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'
import { queueMail } from '../delivery/index.ts'
import { endSessions, findEmail, listDueForErasure, lockDueForErasure } from '../identity/index.ts'
import { audit } from '../operations/index.ts'
import { eraseAccount } from './erase-account.ts'
import { isHeld } from './erasures.sql.ts'
import { updateLedgerFile } from './ledger.ts'

/** Each account has its own transaction, so that one failure doesn't stop the others. */
export async function eraseDue(context: Deps): Promise<void> {
  const { db, clock } = context
  try {
    const due = await listDueForErasure(db, clock.now())
    await forEachSeparately(due, ({ id }) => eraseIfDue(context, id))
  } finally {
    await updateLedgerFile(context)
  }
}

/** The receipt goes to the former address. An owner who has canceled the deletion keeps the account. */
const eraseIfDue = (context: Deps, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    if (!(await lockDueForErasure(tx, id, now)) || (await isHeld(tx, id))) return
    const address = await findEmail(tx, id)
    await endSessions(work, { accountId: id }, 'deleted')
    await eraseAccount(work, id)
    if (address) await queueMail(work, { to: id, address, kind: 'erased', details: { at: now } })
    await audit(work, { action: 'account.erased', subjectId: id })
  })
