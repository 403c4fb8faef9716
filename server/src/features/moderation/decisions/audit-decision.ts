import type { DecisionState } from '@kindred/contract'
import { audit } from '../../operations/index.ts'
import type { Actor, Work } from '../../../work.ts'
import type { DecisionRow } from './decisions.sql.ts'

type Transition = { action: string; before: DecisionState | null; actor?: Actor; reason?: string | undefined }

export const auditDecision = (work: Work, row: DecisionRow, { action, before, actor, reason }: Transition) =>
  audit(work, {
    action,
    subjectId: row.subject_id,
    ...(actor ? { actor } : {}),
    ...(reason ? { reason } : {}),
    details: {
      decision: row.id,
      kind: row.kind,
      before,
      after: row.state,
      ...(row.rule === null ? {} : { rule: row.rule }),
      category: row.category,
      ...(row.until ? { until: row.until.toISOString() } : {}),
      ...(row.report_id ? { report: row.report_id } : {}),
      ...(row.is_fraud ? { fraud: true } : {}),
    },
  })
