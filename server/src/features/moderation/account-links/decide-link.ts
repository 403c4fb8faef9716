import { ApiError, type AccountLink, type LinkOutcome, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayJudge } from '../administration/assert-may-act-on.ts'
import { audit } from '../../operations/index.ts'
import { findLink, lockLink, saveOutcome } from './links.sql.ts'
import { noLink, oneLink } from './read-links.ts'

type Input = { outcome: LinkOutcome; note?: string | undefined }

/** Records what staff found out. It does nothing to the accounts, and can be decided again on its new version. */
export async function decideLink(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, note }: Input,
): Promise<AccountLink> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { tx, now, caller } = work
    await lockLink(tx, id)
    const row = await findLink(tx, id)
    if (!row) throw noLink()
    await assertMayJudge(tx, viewer.account, row.account_id)
    await assertMayJudge(tx, viewer.account, row.banned_id)
    if (caller.ifMatch === undefined)
      throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (caller.ifMatch !== row.version)
      throw new ApiError('conflict', say('{name} has already decided this.', { name: row.decider ?? '' }))
    await saveOutcome(tx, id, { state: outcome, decided_by: staffId, decided_at: now, note: note ?? null })
    await audit(work, {
      action: `account-link.${outcome}`,
      subjectId: row.account_id,
      details: { link: id, before: row.state, other: row.banned_id },
      ...(note ? { reason: note } : {}),
    })
  })
  return oneLink(context, id)
}
