import type { ProfileSnapshot, SecondLookCase } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { userById } from '../../discovery/index.ts'
import { recordAccess, SECOND_LOOK_REASON } from '../../operations/index.ts'
import { type DecisionRow, findDecision } from '../decisions/decisions.sql.ts'
import { findEvidenceOf } from '../evidence/evidence.sql.ts'
import { findPictures } from '../evidence/gather.sql.ts'
import { contentOf, partsIn } from '../evidence/parts.ts'
import { toSnapshot } from '../evidence/snapshot.ts'
import { descriptionIn } from '../reports/to-report.ts'
import { countStrikesBefore, findReportsBehind, type ReportBehind } from './case.sql.ts'
import { noLook } from './read-second-looks.ts'
import { findDecisionToJudge } from './second-looks.sql.ts'
import { judgeOf } from './who-may.sql.ts'

type Context = Deps & { caller: Caller }
type Shown = Pick<SecondLookCase, 'profile' | 'messages' | 'frozen' | 'pictures'>

/** Recorded when someone opens a case, and valid for half an hour for each picture that they open in it. */
const REASON = SECOND_LOOK_REASON

/** A banned or suspended state would reveal the decision. */
const withoutState = ({ state: _, ...profile }: ProfileSnapshot) => profile

async function frozenCase({ db }: Context, reports: readonly ReportBehind[]): Promise<Shown | undefined> {
  for (const { id } of reports) {
    const content = contentOf(partsIn(await findEvidenceOf(db, id)))
    if (!content) continue
    const { profile, messages, pictures, voice } = content
    return { profile: withoutState(profile), messages, frozen: { reportId: id, pictures, voice }, pictures: [] }
  }
  return undefined
}

async function presentCase({ db, keys, clock }: Context, viewer: Viewer, decision: DecisionRow): Promise<Shown> {
  const user = await userById(db, decision.subject_id)
  if (!user) throw noLook()
  const { bio, prompts } = decision.hidden
  const profile = user.profile && {
    ...user.profile,
    bio: user.profile.bio ?? bio ?? null,
    prompts: prompts ?? user.profile.prompts,
  }
  const pictures = await findPictures(db, decision.subject_id)
  return {
    profile: withoutState(toSnapshot({ ...user, profile }, clock.now())),
    messages: [],
    frozen: null,
    pictures: pictures.map(({ public_id }) => pictureAddress(keys, viewer.sessionId, public_id, clock.now(), 'staff')),
  }
}

/** Limited to staff who took no part in the decision. Opening the case is recorded before anything is read. */
export async function openCase(context: Context, viewer: Viewer, id: string): Promise<SecondLookCase> {
  const { db, caller } = context
  const decisionId = await findDecisionToJudge(db, judgeOf(viewer.account), id)
  const decision = decisionId ? await findDecision(db, decisionId) : undefined
  if (!decision) throw noLook()
  const reports = await findReportsBehind(db, decision.id)
  const access = { kind: 'evidence', action: 'second-look.opened', subjectId: decision.subject_id } as const
  for (const of of reports.length > 0 ? reports.map((report) => report.id) : [id])
    await recordAccess({ ...context, caller: { ...caller, reason: REASON } }, viewer, {
      ...access,
      of,
      details: { look: id },
    })
  const shown = (await frozenCase(context, reports)) ?? (await presentCase(context, viewer, decision))
  return {
    _id: id,
    ...shown,
    reports: reports.map((report) => ({
      type: report.problem_type,
      detail: report.detail,
      description: descriptionIn(caller.language, report),
      at: report.created_at.toISOString(),
    })),
    strikes: await countStrikesBefore(db, decision.id),
  }
}
