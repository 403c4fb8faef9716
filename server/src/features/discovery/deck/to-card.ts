import type { Card } from '@kindred/contract'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Addressing } from '../../profiles/index.ts'
import { toInterval, type ExplainedScore } from '../compatibility/compare.ts'
import type { PersonRow } from '../people/person.sql.ts'
import { toCloseness, toPerson } from '../people/to-person.ts'

export const toCard = (
  context: Addressing & Answering,
  viewer: Viewer,
  row: PersonRow,
  compared: ExplainedScore | undefined,
  boosted: boolean,
): Card => ({
  user: toPerson(context, { viewer, matched: false }, row),
  ...toCloseness(row, viewer, compared?.score.score ?? null, context.caller.language),
  interval: compared ? toInterval(compared.score) : null,
  reasons: compared?.reasons ?? [],
  boosted,
})
