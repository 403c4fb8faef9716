import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { anyOf, noteReader } from '../second-looks/readers.sql.ts'
import { findApprovals } from './approvals.sql.ts'
import { toApproval } from './to-approval.ts'

type Query = { before?: string | undefined; limit: number; open?: 'true' | undefined }

export async function listApprovals({ db }: Pick<Deps, 'db'>, { account }: Viewer, { before, limit, open }: Query) {
  const rows = await findApprovals(db, account, { before, limit: limit + 1, isOpen: open === 'true' })
  const decided = rows.flatMap(({ decision_id }) => decision_id ?? [])
  await noteReader(db, account.id, anyOf(decided))
  const approvals = rows.slice(0, limit).map((row) => toApproval(account.id, row))
  return { approvals, nextBefore: rows.length > limit ? (approvals.at(-1)?._id ?? null) : null }
}
