import { ApiError, invalidField, type StaffInvitation } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import {
  findTeamInvitation,
  insertInvitation,
  listTeamInvitations,
  revokeInvitation,
  type TeamInvitation,
} from './queries.ts'
import { newCode, writtenCode } from './rules.ts'
import { toInstant } from '../../../infra/clock.ts'

// The team's own invitation codes.

const toInvitation = (row: TeamInvitation): StaffInvitation => ({
  _id: row.id,
  code: writtenCode(row.code),
  limit: row.most,
  used: row.used,
  expiresAt: toInstant(row.expires_at),
  note: row.note,
  applies: row.applies,
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator,
  revokedAt: toInstant(row.revoked_at),
})

export async function listInvitations({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await listTeamInvitations(db, before, limit)
  const page = rows.slice(0, limit)
  return { invitations: page.map(toInvitation), nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const noInvitation = () => new ApiError('not_found', 'We couldn’t find this invitation.')

async function oneInvitation({ db }: Pick<Deps, 'db'>, id: string): Promise<StaffInvitation> {
  const row = await findTeamInvitation(db, id)
  if (!row) throw noInvitation()
  return toInvitation(row)
}

type NewInvitation = {
  limit: number
  expiresAt?: string | null | undefined
  note?: string | null | undefined
  applies: boolean
}

export async function createInvitation(
  context: Deps,
  { account }: Viewer,
  { limit, expiresAt, note, applies }: NewInvitation,
): Promise<StaffInvitation> {
  const expires = expiresAt ? new Date(expiresAt) : null
  if (expires && expires <= context.clock.now()) throw invalidField('expiresAt', 'Choose a day in the future.')
  const id = await unitOfWork(context, asStaff(account.id), async (work) => {
    const made = await insertInvitation(work.tx, {
      code: newCode(),
      created_by: account.id,
      created_at: work.now,
      most: limit,
      expires_at: expires,
      note: note ?? null,
      applies,
    })
    // The code itself would let anyone who reads the log join.
    await audit(work, { action: 'invitation.made', details: { invitation: made.id, limit } })
    return made.id
  })
  return oneInvitation(context, id)
}

export async function endInvitation(context: Deps, { account }: Viewer, id: string): Promise<StaffInvitation> {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await findTeamInvitation(work.tx, id)
    if (!row) throw noInvitation()
    if (!(await revokeInvitation(work.tx, id, work.now)))
      throw new ApiError('conflict', 'This invitation has already ended.')
    await audit(work, { action: 'invitation.ended', details: { invitation: id } })
  })
  return oneInvitation(context, id)
}
