import type { Decision, OwnDecision, Standing } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { formatsIn } from '../../../infra/zones.ts'
import { userById } from '../../discovery/index.ts'
import { configurationOf } from '../../operations/index.ts'
import { noUser } from '../administration/read-users.ts'
import { aboutPerson, noteReader } from '../second-looks/readers.sql.ts'
import { countStrikes, findDecisionsAbout, findOwnDecisions } from './decisions.sql.ts'
import { readingOf, toDecision, toOwnDecision, toStanding } from './to-decision.ts'

/**
 * The decisions about someone for staff, the newest first, and what is recommended next. Their own say who decided and
 * after which report, so they get these as members do.
 */
export async function listDecisions(
  context: Pick<Deps, 'db' | 'clock'> & Answering,
  { account }: Viewer,
  subjectId: string,
): Promise<{ decisions: Decision[]; standing: Standing }> {
  const [{ db }, reading] = [context, readingOf(context)]
  if (!(await userById(db, subjectId))) throw noUser()
  await noteReader(db, account.id, aboutPerson(subjectId))
  const [rows, strikes] = await Promise.all([
    findDecisionsAbout(db, subjectId),
    countStrikes(db, subjectId, reading.now),
  ])
  const shown = subjectId === account.id ? [] : rows
  return { decisions: shown.map((row) => toDecision(row, account, reading)), standing: toStanding(strikes) }
}

/** The decisions about the viewer with their reasons, in the viewer's language. */
export async function listMyDecisions(context: Deps & Answering, { account }: Viewer): Promise<OwnDecision[]> {
  const { language, gender } = context.caller
  const reader = { language, gender, formats: formatsIn(account.time_zone, language) }
  const { rules } = await configurationOf(context)
  return (await findOwnDecisions(context.db, account.id)).map((row) => toOwnDecision(row, rules, reader))
}
