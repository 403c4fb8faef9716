import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { days, later } from '../../infra/clock.ts'
import { eachByItself } from '../../infra/jobs.ts'
import { audit } from '../operations/index.ts'
import { queueMail } from '../delivery/index.ts'
import { addressOf, beginDeletion, dueForErasure, endDeletion, endSessions, lockDue } from '../identity/index.ts'
import { eraseAccount } from './erase.ts'
import { bringLedgerUpToDate } from './ledger.ts'
import { erasedBeforeLedger } from './queries.ts'
import { asMember, SYSTEM, unitOfWork } from '../../work.ts'

export { eraseAccount } from './erase.ts'
export { dropExport, exportOwnData } from './own-data.ts'

const GRACE = days(30)

/** Hidden at once, erased after the grace; signing in again within it leads to the way back. */
export async function askForDeletion(context: Deps, account: Account): Promise<Date> {
  return unitOfWork(context, asMember(account.id), async (work) => {
    const due = later(work.now, GRACE)
    if (!(await beginDeletion(work.tx, account.id, due)))
      throw new ApiError('conflict', 'The deletion of this account has been asked for already.')
    await endSessions(work, { accountId: account.id }, 'deleted')
    await queueMail(work, {
      to: account.id,
      kind: 'deletion-asked',
      details: { day: due.toUTCString().slice(0, 16) },
    })
    await work.jobs.add(work.tx, 'end-renewal', { accountId: account.id })
    await audit(work, {
      action: 'account.deletion-asked',
      subjectId: account.id,
    })
    return due
  })
}

export async function cancelDeletion(context: Deps, account: Account): Promise<void> {
  await unitOfWork(context, asMember(account.id), async (work) => {
    if (!(await endDeletion(work.tx, account.id)))
      throw new ApiError('conflict', 'No deletion of this account has been asked for.')
    await queueMail(work, { to: account.id, kind: 'deletion-cancelled', details: {} })
    await audit(work, {
      action: 'account.deletion-cancelled',
      subjectId: account.id,
    })
  })
}

/** Erases the accounts whose grace is over; each one by itself, with a receipt to the address that it had. */
export async function eraseDue(context: Deps): Promise<void> {
  const { db, clock } = context
  try {
    const due = await dueForErasure(db, clock.now())
    const older = await erasedBeforeLedger(db)
    const erasures = [
      ...due.map(({ id }) => {
        return () => eraseOne(context, id)
      }),
      ...older.map(({ id }) => {
        return () => unitOfWork(context, SYSTEM, (work) => eraseAccount(work, id))
      }),
    ]
    await eachByItself(erasures, (erase) => erase())
  } finally {
    await bringLedgerUpToDate(context)
  }
}

const eraseOne = (context: Deps, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    // Held first: whoever came back in the meantime stays.
    if (!(await lockDue(tx, id, now))) return
    const address = await addressOf(tx, id)
    await endSessions(work, { accountId: id }, 'deleted')
    await eraseAccount(work, id)
    if (address)
      await queueMail(work, {
        to: id,
        address,
        kind: 'erased',
        details: { at: now.toUTCString().slice(0, 16) },
      })
    await audit(work, { action: 'account.erased', subjectId: id })
  })
