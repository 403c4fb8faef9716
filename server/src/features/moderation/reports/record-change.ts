import { audit } from '../../operations/index.ts'
import { insertChange } from './history.sql.ts'
import type { Work } from '../../../work.ts'

type Change = { staffId: string; what: string; before: string; after: string; reason: string | undefined }

export async function recordChange(work: Work, id: string, { staffId, what, before, after, reason }: Change) {
  const values = { report_id: id, actor_id: staffId, at: work.now, what, before, after, reason: reason ?? null }
  await insertChange(work.tx, values)
  await audit(work, {
    action: `report.${what}`,
    subjectId: id,
    details: { before, after },
    ...(reason ? { reason } : {}),
  })
}
