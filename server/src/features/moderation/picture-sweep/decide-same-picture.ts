import { ApiError, message, type SamePicture, type SamePictureOutcome } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { mayAs } from '../../../infra/staff.ts'
import { assertMayJudge } from '../administration/assert-may-act-on.ts'
import { audit } from '../../operations/index.ts'
import { insertListed } from './listed-pictures.sql.ts'
import { noSamePicture, oneSamePicture } from './read-same-pictures.ts'
import { findSamePicture, lockSamePicture, saveOutcome } from './same-pictures.sql.ts'

type Input = { outcome: SamePictureOutcome; note?: string | undefined; remember: boolean }

/**
 * Changes nothing about the accounts: a decision about one of them is made on its page, with its statement of reasons.
 * It can be repeated to correct a mistake.
 */
export async function decideSamePicture(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, note, remember }: Input,
): Promise<SamePicture> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { tx, now, caller } = work
    const locked = await lockSamePicture(tx, id)
    const row = locked && (await findSamePicture(tx, id))
    if (!row) throw noSamePicture()
    await assertMayJudge(tx, viewer.account, row.account_id)
    if (row.other_id) await assertMayJudge(tx, viewer.account, row.other_id)
    if (remember && !mayAs(viewer.account, 'monitoring'))
      throw new ApiError('forbidden', 'Your role doesn’t include this.')
    if (caller.ifMatch === undefined)
      throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (caller.ifMatch !== row.version)
      throw new ApiError('conflict', message('{name} has already decided this.', { name: row.decider ?? '' }))
    await saveOutcome(tx, id, { state: outcome, decided_by: staffId, decided_at: now, note: note ?? null })
    const listed = remember && outcome === 'fake'
    if (listed)
      await insertListed(tx, [{ fingerprint: row.fingerprint, note: note ?? `Fake: ${row.name}` }], {
        by: staffId,
        at: now,
      })
    await audit(work, {
      action: `same-picture.${outcome}`,
      subjectId: row.account_id,
      details: { same: id, before: row.state, other: row.other_id, listed },
      ...(note ? { reason: note } : {}),
    })
  })
  return oneSamePicture(context, viewer, id)
}
