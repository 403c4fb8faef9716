import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { days, later } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { eachByItself } from '../../infra/jobs.ts'
import { audit } from '../operations/index.ts'
import { queueMail } from '../delivery/index.ts'
import { endSessions } from '../identity/index.ts'
import { eraseAccount } from './erase.ts'
import { bringLedgerUpToDate } from './ledger.ts'
import * as queries from './queries.ts'

export { eraseAccount } from './erase.ts'
export { dropExport, exportOwnData } from './own-data.ts'

const GRACE = days(30)

/** Hidden at once, erased after the grace; signing in again within it leads to the way back. */
export async function askForDeletion(context: Deps, account: Account): Promise<Date> {
  const now = context.clock.now()
  const due = later(now, GRACE)
  await transaction(context.db, async (tx, afterCommit) => {
    if (!(await queries.beginDeletion(tx, account.id, due)))
      throw new ApiError('conflict', 'The deletion of this account has been asked for already.')
    await endSessions(tx, context, { accountId: account.id }, 'deleted', afterCommit)
    await queueMail(tx, context, {
      to: account.id,
      kind: 'deletion-asked',
      details: { day: due.toUTCString().slice(0, 16) },
    })
    await context.jobs.add(tx, 'end-renewal', { accountId: account.id })
    await audit(tx, {
      at: now,
      actor: { kind: 'member', id: account.id },
      action: 'account.deletion-asked',
      subjectId: account.id,
    })
  })
  return due
}

export async function cancelDeletion(context: Deps, account: Account): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await queries.endDeletion(tx, account.id)))
      throw new ApiError('conflict', 'No deletion of this account has been asked for.')
    await queueMail(tx, context, { to: account.id, kind: 'deletion-cancelled', details: {} })
    await audit(tx, {
      at: context.clock.now(),
      actor: { kind: 'member', id: account.id },
      action: 'account.deletion-cancelled',
      subjectId: account.id,
    })
  })
}

/** Erases the accounts whose grace is over; each one by itself, with a receipt to the address that it had. */
export async function eraseDue(context: Deps): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  try {
    await eachByItself(await queries.dueForErasure(db, now), ({ id }) => eraseOne(context, id, now))
    await eachByItself(await queries.erasedBeforeLedger(db), ({ id }) =>
      transaction(db, (tx) => eraseAccount(tx, context, id)),
    )
  } finally {
    await bringLedgerUpToDate(context)
  }
}

const eraseOne = (context: Deps, id: string, now: Date): Promise<void> =>
  transaction(context.db, async (tx, afterCommit) => {
    // Held first: whoever came back in the meantime stays.
    if (!(await queries.holdDue(tx, id, now))) return
    const address = await queries.addressOf(tx, id)
    await endSessions(tx, context, { accountId: id }, 'deleted', afterCommit)
    await eraseAccount(tx, context, id)
    if (address)
      await queueMail(tx, context, {
        to: id,
        address,
        kind: 'erased',
        details: { at: now.toUTCString().slice(0, 16) },
      })
    await audit(tx, { at: now, actor: { kind: 'system' }, action: 'account.erased', subjectId: id })
  })
