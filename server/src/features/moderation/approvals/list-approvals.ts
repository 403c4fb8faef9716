import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { findApprovals } from './approvals.sql.ts'
import { toApproval } from './to-approval.ts'

type Query = { before?: string | undefined; limit: number; open?: 'true' | undefined }

export async function listApprovals({ db }: Pick<Deps, 'db'>, { account }: Viewer, { before, limit, open }: Query) {
  const rows = await findApprovals(db, account.id, { before, limit: limit + 1, isOpen: open === 'true' })
  const approvals = rows.slice(0, limit).map((row) => toApproval(account.id, row))
  return { approvals, nextBefore: rows.length > limit ? (approvals.at(-1)?._id ?? null) : null }
}
