import { randomInt } from 'node:crypto'
import {
  type Agreement,
  ApiError,
  type BlindReview,
  type BlindReviewCase,
  invalidField,
  message,
  type ProfileSnapshot,
  type SecondAnswer,
} from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { userById } from '../../discovery/index.ts'
import { type DecisionRow, findDecision, findDecisionsByIds, type NamedDecisionRow } from '../decisions/queries.ts'
import type { Ending } from '../decisions/rules.ts'
import { type Reading, readingOf, ruleTitle, toDecision } from '../decisions/statement.ts'
import { toSnapshot } from '../evidence/evidence.ts'
import { contentOf, partsIn } from '../evidence/parts.ts'
import { findEvidenceOf, findPictures } from '../evidence/queries.ts'
import { descriptionIn } from '../reports/read-reports.ts'
import {
  type AgreementRow,
  countAgreement,
  countStrikesBefore,
  findDecisionToJudge,
  findLook,
  findLooks,
  findReportsBehind,
  findWaiting,
  insertLook,
  isForAnotherCloser,
  judgeOf,
  lockLook,
  type LookRow,
  type Page,
  type ReportBehind,
  saveLook,
} from './queries.ts'
import { agreementOf, isSelected } from './rules.ts'
import { audit, configurationOf, recordAccess, BLIND_REVIEW_REASON, type AuditDetails } from '../../operations/index.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import type { BlindReviews } from '../../../infra/db/schema.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

const noteOf = (by: string | null, name: string | null, at: Date | null, note: string | null): BlindReview['raised'] =>
  at && { by: { _id: by, name: name ?? '' }, at: at.toISOString(), note: note ?? '' }

/** Returns undefined while the review is open, because the decision must not be shown beside it yet. */
function toBlindReview(
  row: LookRow,
  decision: NamedDecisionRow,
  viewer: Ending,
  reading: Reading,
): BlindReview | undefined {
  if (row.state === 'open' || !row.answered_at || !row.kind) return undefined
  return {
    _id: row.id,
    state: row.state,
    decision: toDecision(decision, viewer, reading),
    answer: {
      kind: row.kind,
      rule:
        row.rule === null
          ? null
          : { number: row.rule, title: ruleTitle(reading.rules, row.rule_title, reading.language) ?? '' },
      reason: row.reason ?? '',
      by: { _id: row.answered_by, name: row.answerer ?? '' },
      at: row.answered_at.toISOString(),
    },
    sameKind: row.same_kind ?? false,
    sameRule: row.same_rule ?? false,
    raised: noteOf(row.raised_by, row.raiser, row.raised_at, row.raise_note),
    closed: noteOf(row.closed_by, row.closer, row.closed_at, row.close_note),
  }
}

function toAgreement(rows: readonly AgreementRow[]): Agreement {
  const all = rows.find(({ of }) => of === 'all')
  return {
    answered: all?.answered ?? 0,
    agreed: all?.agreed ?? 0,
    byKind: rows.flatMap(({ kind, answered, agreed }) => (kind === null ? [] : [{ kind, answered, agreed }])),
    byRule: rows.flatMap(({ rule, title, answered, agreed }) =>
      rule === null ? [] : [{ rule, title: title ?? '', answered, agreed }],
    ),
  }
}

type Context = Pick<Deps, 'db' | 'clock'>
type ListDeps = Context & Pick<Deps, 'config'> & Answering

const noLook = () => new ApiError('not_found', 'We couldn’t find this blind review.')

export async function listWaitingLooks({ db }: Context, { account }: Viewer, page: Page) {
  const rows = await findWaiting(db, judgeOf(account), { ...page, limit: page.limit + 1 })
  const waiting = rows
    .slice(0, page.limit)
    .map(({ id, name, drawn_at }) => ({ _id: id, name, drawnAt: drawn_at.toISOString() }))
  return { waiting, nextBefore: rows.length > page.limit ? (waiting.at(-1)?._id ?? null) : null }
}

async function withDecisions(context: ListDeps, viewer: Ending, rows: readonly LookRow[]): Promise<BlindReview[]> {
  const decisions = await findDecisionsByIds(
    context.db,
    rows.map(({ decision_id }) => decision_id),
  )
  const reading = await readingOf(context)
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  return rows.flatMap((row) => {
    const decision = byId.get(row.decision_id)
    const look = decision && toBlindReview(row, decision, viewer, reading)
    return look ? [look] : []
  })
}

export async function listBlindReviews(
  context: ListDeps,
  { account }: Viewer,
  { raised, ...page }: Page & { raised?: 'true' | undefined },
) {
  const rows = await findLooks(context.db, judgeOf(account), { ...page, limit: page.limit + 1 }, raised === 'true')
  const looks = await withDecisions(context, account, rows.slice(0, page.limit))
  return { looks, nextBefore: rows.length > page.limit ? (rows[page.limit - 1]?.id ?? null) : null }
}

async function oneLook(context: ListDeps, { account }: Viewer, id: string): Promise<BlindReview> {
  const row = await findLook(context.db, judgeOf(account), id)
  const [look] = row ? await withDecisions(context, account, [row]) : []
  if (!look) throw noLook()
  return look
}

/** Counting more than this takes too long for a page load, so the result is cached for a few seconds. */
const MANY = 1000

const countedAgreement = ({ db, clock, memory }: Context & Pick<Deps, 'memory'>): Promise<Agreement> =>
  memory.cache(
    'agreement',
    async () => toAgreement(await countAgreement(db, later(clock.now(), -days(365)))),
    ({ answered }) => answered > MANY,
  )

export async function readAgreement(context: ListDeps & Pick<Deps, 'memory'>): Promise<Agreement> {
  const [{ byRule, ...counted }, { rules, language }] = [await countedAgreement(context), await readingOf(context)]
  return { ...counted, byRule: byRule.map((one) => ({ ...one, title: ruleTitle(rules, one.title, language) ?? '' })) }
}

type Calling = Deps & { caller: Caller }
type Change = {
  from: LookRow['state']
  action: string
  reason: string
  change: (
    work: Work,
    locked: { row: LookRow; decision: NamedDecisionRow },
  ) => Promise<Updateable<BlindReviews>> | Updateable<BlindReviews>
  details?: AuditDetails
}

const refusals = {
  open: () => new ApiError('conflict', 'This review has to be completed first.'),
  answered: ({ answerer }: LookRow) =>
    new ApiError('conflict', message('{name} has already completed this review.', { name: answerer ?? '' })),
  raised: ({ raiser }: LookRow) =>
    new ApiError('conflict', message('{name} has already escalated this.', { name: raiser ?? '' })),
  closed: ({ closer }: LookRow) =>
    new ApiError('conflict', message('{name} has already closed this.', { name: closer ?? '' })),
} satisfies Record<LookRow['state'], (row: LookRow) => ApiError>

async function moveLook(context: Calling, viewer: Viewer, id: string, step: Change): Promise<BlindReview> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    await lockLook(work.tx, id)
    const row = await findLook(work.tx, judgeOf(viewer.account), id)
    const decision = row && (await findDecision(work.tx, row.decision_id))
    if (!row || !decision) throw noLook()
    if (row.state !== step.from) throw refusals[row.state](row)
    const values = await step.change(work, { row, decision })
    await saveLook(work.tx, id, values)
    await audit(work, {
      action: step.action,
      subjectId: decision.subject_id,
      reason: step.reason,
      details: { look: id, decision: decision.id, ...step.details },
    })
  })
  return oneLook(context, viewer, id)
}

type Answer = { kind: SecondAnswer; rule?: number | undefined; reason: string }

const wrongRule = (msg: ReturnType<typeof message>) => invalidField('rule', msg)

/** Answering doesn't change the decision. */
export async function answerLook(context: Calling, viewer: Viewer, id: string, { kind, rule, reason }: Answer) {
  const { rules } = await configurationOf(context)
  const title = rule === undefined ? undefined : rules[rule - 1]?.title
  if (kind === 'none' && rule !== undefined) throw wrongRule(message('If nothing was wrong, no rule was broken.'))
  if (kind !== 'none' && rule === undefined) throw wrongRule(message('Please choose the rule that was broken.'))
  if (rule !== undefined && title === undefined) throw wrongRule(message('There’s no such rule.'))
  const answer = { kind, rule: rule ?? null }
  return moveLook(context, viewer, id, {
    from: 'open',
    action: 'second-look.answered',
    reason,
    details: { kind },
    change: ({ now }, { decision }) => ({
      ...answer,
      ...agreementOf(decision, answer),
      state: 'answered',
      answered_by: viewer.account.id,
      answered_at: now,
      rule_title: title ?? null,
      reason,
    }),
  })
}

export const escalateBlindReview = (context: Calling, viewer: Viewer, id: string, note: string) =>
  moveLook(context, viewer, id, {
    from: 'answered',
    action: 'second-look.raised',
    reason: note,
    change: ({ now }, { row }) => {
      if (row.same_kind && row.same_rule) throw new ApiError('conflict', 'Both came to the same result.')
      return { state: 'raised', raised_by: viewer.account.id, raised_at: now, raise_note: note }
    },
  })

/**
 * Anyone who made or approved the decision, or escalated the disagreement, leaves closing it to another administrator,
 * if there is one.
 */
export const closeLook = (context: Calling, viewer: Viewer, id: string, note: string) =>
  moveLook(context, viewer, id, {
    from: 'raised',
    action: 'second-look.closed',
    reason: note,
    change: async ({ tx, now }) => {
      const closerId = viewer.account.id
      if (await isForAnotherCloser(tx, id, closerId))
        throw new ApiError('conflict', 'Another administrator has to decide this.')
      return { state: 'closed', closed_by: closerId, closed_at: now, close_note: note }
    },
  })

/**
 * Selects some decisions for a blind review once they can't be undone. A deactivation cites no rule and needs no facts,
 * so there is nothing to compare.
 */
export async function selectForBlindReview(work: Work<'config'>, { id, kind, subject_id }: DecisionRow): Promise<void> {
  if (kind === 'deactivate' || !isSelected(work.config.SECOND_LOOK_PERCENT, randomInt(100))) return
  const look = await insertLook(work.tx, id, work.now)
  if (look) await audit(work, { action: 'second-look.drawn', subjectId: subject_id, details: { look, decision: id } })
}

type CaseDeps = Deps & { caller: Caller }
type Shown = Pick<BlindReviewCase, 'profile' | 'messages' | 'earlier' | 'frozen' | 'pictures'>

/** The access reason recorded when a reviewer opens a case. It covers the pictures in the case for half an hour. */
const REASON = BLIND_REVIEW_REASON

/** A banned or suspended state would reveal the decision. */
const withoutState = ({ state: _, ...profile }: ProfileSnapshot) => profile

async function frozenCase({ db }: CaseDeps, reports: readonly ReportBehind[]): Promise<Shown | undefined> {
  for (const { id } of reports) {
    const content = contentOf(partsIn(await findEvidenceOf(db, id)))
    if (!content) continue
    const { profile, messages, earlier, pictures, voices } = content
    const frozen = { reportId: id, pictures, voices }
    return { profile: withoutState(profile), messages, earlier, frozen, pictures: [] }
  }
  return undefined
}

async function presentCase({ db, keys, clock }: CaseDeps, viewer: Viewer, decision: DecisionRow): Promise<Shown> {
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
    earlier: [],
    frozen: null,
    pictures: pictures.map(({ public_id }) => pictureAddress(keys, viewer.sessionId, public_id, clock.now(), 'staff')),
  }
}

/** Limited to staff who took no part in the decision. Opening the case is recorded before anything is read. */
export async function openCase(context: CaseDeps, viewer: Viewer, id: string): Promise<BlindReviewCase> {
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
