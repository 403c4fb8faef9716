import {
  ApiError,
  type DecisionDraft,
  type DecisionPreview,
  FRAUD_WARNING_HOURS,
  message,
  type MessageDescriptor,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import { roleOf } from '../../../infra/staff.ts'
import type { Db } from '../../../infra/db/db.ts'
import { formatsIn, type Formats } from '../../../infra/zones.ts'
import { previewMail } from '../../delivery/index.ts'
import { configurationOf } from '../../operations/index.ts'
import { userById, type UserRow } from '../../discovery/index.ts'
import { countReaders } from '../fraud/queries.ts'
import { noUser } from '../administration/read-users.ts'
import { concernsAdministrator, findHideInput } from '../approvals/queries.ts'
import { isBlindTo } from '../blind-reviews/queries.ts'
import { counts, isTooMany } from '../approvals/hourly-limit.ts'
import { hoursToWait, requirementFor, type Requirement, onePerson } from '../approvals/request-approval.ts'
import { isSomeoneElseLeft } from '../appeals/queries.ts'
import { handledBy } from '../reports/read-reports.ts'
import { assertMayLookAt } from '../user-details/user-details.ts'
import { assertAllowed, assertConsistent } from './decide.ts'
import { noDecision, reportsLeftOpen } from './effects.ts'
import {
  countStrikes,
  findOpenReports,
  type DecisionRow,
  findDecision,
  findSource,
  type DecisionHideInput,
} from './queries.ts'
import { recommendedStep, ruleFor, strikeUntil } from './rules.ts'
import { type Stated, statementOf, subjectOf } from './statement.ts'

type Rules = Awaited<ReturnType<typeof configurationOf>>['rules']

type Source = Pick<Stated, 'source' | 'is_detected'>

const statedBy = (
  input: DecisionDraft,
  rules: Rules,
  user: UserRow,
  source: Source,
  now: Date,
): Omit<Stated, 'has_others'> => ({
  kind: input.kind,
  until: input.days === undefined ? null : later(now, days(input.days)),
  hidden: {
    ...(input.hide?.bio && { bio: user.profile?.bio ?? '' }),
    ...(input.hide?.prompts && { prompts: [] }),
    ...(input.hide?.voice && { voice: '' }),
    ...(input.hide?.pictures && { pictures: input.hide.pictures }),
    ...(input.hide?.message && { message: input.hide.message }),
  },
  rule_title: rules[input.rule - 1]?.title ?? null,
  facts: input.facts || '…',
  ...source,
  is_automated: false,
  subscription: input.subscription,
})

const kindEffect = ({ kind, until, hidden }: Stated, formats: Formats): MessageDescriptor => {
  const end = until ? formats.moment(until) : ''
  return {
    warn: message('The member gets a warning. Nothing else changes.'),
    hide: hidden.message
      ? message('Both people see that our team removed the message, and no longer what it said.')
      : message(
          'The content disappears from the member’s profile at once. Only the member and staff can still see it.',
        ),
    limit: message('Until {end}, they can’t send messages, and they’re not in Discover.', { end }),
    suspend: message(
      'They’re signed out everywhere, and no one can see them until {end}. It then lifts automatically.',
      {
        end,
      },
    ),
    deactivate: message('They’re signed out everywhere, and no one can see them.'),
    ban: message('They’re signed out everywhere, and no one can see them. A ban is permanent.'),
  }[kind]
}

function approvalEffect({ needs, waits: hours, byAdministrator }: Counted): readonly MessageDescriptor[] {
  if (needs === 'none') return []
  if (needs === 'approval')
    return [
      byAdministrator
        ? message('Nothing happens until another administrator approves it.')
        : message('Nothing happens until an administrator approves it.'),
    ]
  return [
    message(
      'No other administrator can approve it, so it takes effect in {hours, plural, one {# hour} other {# hours}} ' +
        'unless one of them objects.',
      { hours },
    ),
  ]
}

type Counted = {
  reports: readonly string[]
  leftOpen: readonly string[]
  needs: Requirement
  waits: number
  hasPremium: boolean
  warned: number
  findsCopies: boolean
  byAdministrator: boolean
}

function effectsOf(stated: Stated, counted: Counted, formats: Formats, now: Date): MessageDescriptor[] {
  const { reports, leftOpen, needs, hasPremium, warned, findsCopies } = counted
  const staying = reports.filter((id) => leftOpen.includes(id)).length
  const resolved = reports.length - staying
  const strike = strikeUntil(stated.kind, now)
  return [
    ...approvalEffect(counted),
    kindEffect(stated, formats),
    ...(findsCopies ? [message('Other accounts with these photos are queued under Duplicate photos.')] : []),
    ...(resolved > 0
      ? [
          message(
            '{reports, plural, one {# open report about them is} other {# open reports about them are}} resolved.',
            { reports: resolved },
          ),
        ]
      : []),
    ...(staying > 0
      ? [
          message(
            '{reports, plural, one {# report stays open, because its evidence wasn’t opened} ' +
              'other {# reports stay open, because their evidence wasn’t opened}}.',
            { reports: staying },
          ),
        ]
      : []),
    ...(stated.subscription === 'cancel'
      ? [message('Their subscription ends after a minute, without a refund.')]
      : hasPremium
        ? [message('Their subscription continues.')]
        : []),
    ...(warned > 0
      ? [
          message(
            '{warned, plural, one {# person} other {# people}} who received messages from them will be warned in ' +
              '{hours} hours, unless you hold the warning.',
            { warned, hours: FRAUD_WARNING_HOURS },
          ),
        ]
      : []),
    ...(strike ? [message('It counts as a strike until {day}.', { day: formats.day(strike) })] : []),
    // The minute begins with the approval.
    ...(needs === 'none' ? [message('You have 1 minute to undo this. After that, the member gets this email.')] : []),
  ]
}

async function needsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  staffId: string,
  subjectId: string,
  { kind }: DecisionDraft,
): Promise<Requirement> {
  const person = onePerson(subjectId)
  const isForTwo =
    kind === 'ban' ||
    (await concernsAdministrator(db, staffId, person)) ||
    (counts(kind) && (await isTooMany(db, clock.now(), staffId, person)))
  return isForTwo ? requirementFor(db, staffId, person) : 'none'
}

const countWarned = async (db: Db, subjectId: string, { kind, fraud }: DecisionDraft): Promise<number> =>
  kind === 'ban' && fraud ? await countReaders(db, subjectId) : 0

type Previewed = {
  user: UserRow
  input: DecisionDraft
  needs: Requirement
  leftOpen: readonly string[]
  stated: Stated
}

/** What a decision does, in the viewer's language, and the notice in the member's. */
async function previewOf(
  context: Deps & Answering,
  { account }: Viewer,
  { user, input, needs, leftOpen, stated }: Previewed,
): Promise<DecisionPreview> {
  const { db, clock, caller } = context
  const now = clock.now()
  const subjectId = user.id
  const { rules } = await configurationOf(context)
  const [strikes, reports, warned, mail] = await Promise.all([
    countStrikes(db, subjectId, now),
    findOpenReports(db, subjectId, handledBy(account)),
    countWarned(db, subjectId, input),
    previewMail(context, {
      to: subjectId,
      kind: 'decided',
      details: { write: (to) => ({ subject: subjectOf(stated), lines: statementOf(stated, rules, to) }) },
    }),
  ])
  if (!mail) throw noUser()
  const formats = formatsIn(account.time_zone, caller.language, caller.locale)
  const counted = {
    reports,
    leftOpen,
    needs,
    waits: hoursToWait(user.is_admin && subjectId !== account.id),
    hasPremium: isPremium(user, now),
    warned,
    findsCopies: input.hide?.findCopies ?? false,
    byAdministrator: roleOf(account) === 'administrator',
  }
  return {
    effects: effectsOf(stated, counted, formats, now).map((effect) => write(caller.language, effect)),
    notice: mail,
    needs,
    standing: { strikes, recommended: recommendedStep(strikes, input.category) },
    rule: ruleFor(rules, input.category),
    version: user.version,
  }
}

export async function previewDecision(
  context: Deps & Answering,
  viewer: Viewer,
  subjectId: string,
  input: DecisionDraft,
): Promise<DecisionPreview> {
  const { db, clock } = context
  const { account } = viewer
  const { rules } = await configurationOf(context)
  assertConsistent(input, rules)
  const user = await userById(db, subjectId)
  if (!user) throw noUser()
  await assertMayLookAt(db, account, subjectId)
  await assertAllowed(db, { staffId: account.id, subjectId }, input)
  const needs = await needsOf(context, account.id, subjectId, input)
  const taking = { by: [account.id], more: needs === 'approval' ? 1 : 0 }
  const stated = {
    ...statedBy(input, rules, user, await findSource(db, input.reportId), clock.now()),
    has_others: await isSomeoneElseLeft(db, subjectId, taking),
  }
  const about = { kind: input.kind, subject_id: subjectId, report_id: input.reportId ?? null }
  const leftOpen = await reportsLeftOpen(db, about, account.id)
  return previewOf(context, viewer, { user, input, needs, leftOpen, stated })
}

const inputOf = (row: DecisionRow, hide: DecisionHideInput | null): DecisionDraft => ({
  kind: row.kind === 'deactivate' ? 'ban' : row.kind,
  // Stated by its title: the rules may have changed.
  rule: row.rule ?? 0,
  category: row.category,
  facts: row.facts,
  fraud: row.is_fraud,
  subscription: row.subscription,
  ...(row.days === null ? {} : { days: row.days }),
  ...(row.kind === 'hide' && hide ? { hide: { ...hide, pictures: [...(hide.pictures ?? [])] } } : {}),
})

/** What happens if the viewer approves a decision that waits. */
export async function previewWaiting(context: Deps & Answering, viewer: Viewer, id: string) {
  const { db, clock } = context
  const { account } = viewer
  const row = await findDecision(db, id)
  if (!row || (await isBlindTo(db, account, id))) throw noDecision()
  const hide = await findHideInput(db, id)
  const user = await userById(db, row.subject_id)
  if (row.state !== 'waiting' || hide === undefined || !user)
    throw new ApiError('conflict', 'This request has already been decided.')
  await assertMayLookAt(db, account, user.id)
  const input = inputOf(row, hide)
  const { source, is_detected, rule_title } = row
  const { rules } = await configurationOf(context)
  const stated = {
    ...statedBy(input, rules, user, { source, is_detected }, clock.now()),
    rule_title,
    has_others: await isSomeoneElseLeft(db, user.id, { by: [row.decided_by, account.id] }),
  }
  const leftOpen = row.decided_by ? await reportsLeftOpen(db, row, row.decided_by) : []
  const preview = await previewOf(context, viewer, { user, input, needs: 'none', leftOpen, stated })
  return { preview, subjectId: user.id }
}
