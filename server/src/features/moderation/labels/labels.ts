import { ApiError, type Label, type LabelTone, message, MOST_LABELS } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken, type Tx } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { audit } from '../../operations/index.ts'
import { Refusal } from '../refusals.ts'
import { assertMayHandle } from '../reports/read-reports.ts'
import {
  countLabels,
  deleteLabelRow,
  findOrMakeLabel,
  isStaffMember,
  type Kind,
  labelsOf,
  link,
  lockLabel,
  MOST_OF_TEAM,
  toLabel,
  unlink,
  updateLabel,
} from './queries.ts'

// Staff label users and reports with words of their own. A label changes nothing for the member, who never sees it.

type Subject = { kind: Kind; id: string }
type Context = Pick<Deps, 'db' | 'clock' | 'log'>

/** Locks the subject, so that two colleagues can't exceed the limit together. */
async function lockSubject(tx: Tx, { account }: Viewer, { kind, id }: Subject): Promise<void> {
  if (kind === 'users') {
    if (!(await lockAccountForStaff(tx, id))) throw new Refusal('no_user')
    // A label changes nothing for its member, so anyone on the team may add it, and a refusal would tell them why.
    if (await isStaffMember(tx, id)) throw new ApiError('conflict', 'Labels are for members, not for the team.')
    return
  }
  const { rows } = await sql`select from reports where id = ${id} for update`.execute(tx)
  if (rows.length === 0) throw new Refusal('no_report')
  await assertMayHandle(tx, account, id)
}

const labelsOfOne = async (tx: Tx, { kind, id }: Subject): Promise<Label[]> =>
  (await labelsOf(tx, kind, [id])).get(id) ?? []

const recordChange = (work: Work, { kind, id }: Subject, details: { before: string | null; after: string | null }) =>
  audit(work, {
    action: `${kind === 'users' ? 'account' : 'report'}.label-${details.after === null ? 'removed' : 'added'}`,
    subjectId: id,
    details,
  })

const noLabel = () => new ApiError('not_found', 'We couldn’t find this label.')

export const addLabel = (
  context: Context,
  viewer: Viewer,
  subject: Subject,
  { name, tone = 'neutral' }: { name: string; tone?: LabelTone | undefined },
): Promise<Label[]> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const { tx, now } = work
    await lockSubject(tx, viewer, subject)
    const label = await findOrMakeLabel(tx, name, tone, now)
    if ((await countLabels(tx)) > MOST_OF_TEAM)
      throw new ApiError(
        'conflict',
        message('Your team has {maximum} labels. Delete one to make another.', { maximum: MOST_OF_TEAM }),
      )
    const isNew = await link(tx, subject.kind, subject.id, label.id)
    const all = await labelsOfOne(tx, subject)
    if (all.length > MOST_LABELS)
      throw new ApiError(
        'conflict',
        message('This has {maximum} labels already. Remove one to add another.', { maximum: MOST_LABELS }),
      )
    if (isNew) await recordChange(work, subject, { before: null, after: label.name })
    return all
  })

export const removeLabel = (
  context: Context,
  viewer: Viewer,
  { labelId, ...subject }: Subject & { labelId: string },
): Promise<Label[]> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    await lockSubject(work.tx, viewer, subject)
    const gone = await unlink(work.tx, subject.kind, subject.id, labelId)
    if (gone) await recordChange(work, subject, { before: gone.name, after: null })
    return labelsOfOne(work.tx, subject)
  })

export const editLabel = (
  context: Context,
  viewer: Viewer,
  id: string,
  change: { name?: string | undefined; tone?: LabelTone | undefined },
): Promise<Label> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const before = await lockLabel(work.tx, id)
    if (!before) throw noLabel()
    const after = { id, name: change.name ?? before.name, tone: change.tone ?? before.tone }
    await updateLabel(work.tx, after)
    await audit(work, { action: 'label.edited', details: { before: before.name, after: after.name } })
    return toLabel(after)
  }).catch((error: unknown) => {
    if (isTaken(error)) throw new ApiError('conflict', 'Another label already has this name.')
    throw error
  })

export const deleteLabel = (context: Context, viewer: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const label = await lockLabel(work.tx, id)
    if (!label) throw noLabel()
    await deleteLabelRow(work.tx, id)
    await audit(work, { action: 'label.deleted', details: { before: label.name, after: null } })
  })
