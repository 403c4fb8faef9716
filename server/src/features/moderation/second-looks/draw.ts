import { randomInt } from 'node:crypto'
import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import type { DecisionRow } from '../decisions/decisions.sql.ts'
import { isDrawn } from './rules.ts'
import { insertLook } from './second-looks.sql.ts'

/**
 * Selects some decisions for a blind review once they can't be undone. A deactivation cites no rule and needs no facts,
 * so there is nothing to compare.
 */
export async function drawSecondLook(work: Work<'config'>, { id, kind, subject_id }: DecisionRow): Promise<void> {
  if (kind === 'deactivate' || !isDrawn(work.config.SECOND_LOOK_PERCENT, randomInt(100))) return
  const look = await insertLook(work.tx, id, work.now)
  if (look) await audit(work, { action: 'second-look.drawn', subjectId: subject_id, details: { look, decision: id } })
}
