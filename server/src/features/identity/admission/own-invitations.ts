import { ApiError, type OwnInvitations } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { days, later, toInstant } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { admissionOf } from './admission.ts'
import { deleteUnused, findInviter, insertInvitation, listOwnInvitations, lockInviter } from './queries.ts'
import { newCode, writtenCode } from './rules.ts'

// Members' own codes, each for one person. A member sees only whether a code has been used. They never learn who used
// it, when, or what that person does.

/** A stranger who gets in must not be able to bring more strangers at once. */
const INVITES_AFTER = days(7)

type Reading = { config: Deps['config']; db: Db | Tx }

async function limitsOf({ config, db }: Reading, id: string) {
  const limit = (await admissionOf({ config, db }))?.memberCodes ?? 0
  const inviter = await findInviter(db, id)
  return { limit, from: inviter && !inviter.ended_at && limit > 0 ? later(inviter.created_at, INVITES_AFTER) : null }
}

export async function ownInvitations(reading: Reading, id: string): Promise<OwnInvitations> {
  const { limit, from } = await limitsOf(reading, id)
  const rows = await listOwnInvitations(reading.db, id)
  return {
    limit,
    from: toInstant(from),
    invitations: rows.map((row) => ({
      _id: row.id,
      code: writtenCode(row.code),
      used: row.used > 0,
      createdAt: row.created_at.toISOString(),
    })),
  }
}

export async function createOwnInvitation(context: Deps, account: Account): Promise<OwnInvitations> {
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx, now, config } = work
    await lockInviter(tx, account.id)
    const { limit, from } = await limitsOf({ config, db: tx }, account.id)
    if (!from) throw new ApiError('conflict', 'You can’t invite people here.')
    if (from > now) throw new ApiError('conflict', 'You can invite people a week after you joined.')
    if ((await listOwnInvitations(tx, account.id)).length >= limit)
      throw new ApiError('conflict', 'You’ve created all your invitations.')
    await insertInvitation(tx, { code: newCode(), account_id: account.id, created_at: now, most: 1 })
  })
  return ownInvitations(context, account.id)
}

/** An unused code that its member ends leaves no trace, so they can create another one. */
export async function endOwnInvitation(context: Deps, account: Account, id: string): Promise<OwnInvitations> {
  await unitOfWork(context, asAccount(account), async ({ tx }) => {
    if (!(await deleteUnused(tx, account.id, id)))
      throw new ApiError('not_found', 'We couldn’t find this invitation, or it has been used.')
  })
  return ownInvitations(context, account.id)
}
