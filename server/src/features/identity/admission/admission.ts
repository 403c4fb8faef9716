import {
  type Admission,
  type AdmissionAnswer,
  type AdmissionState,
  ApiError,
  invalidField,
  message,
  type OwnAdmission,
  translationIn,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { configurationOf } from '../../operations/index.ts'
import { type Answering, type Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import type { Deps } from '../../../deps.ts'
import { hours, toInstant } from '../../../infra/clock.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import {
  type Applying,
  findApplying,
  findAdmissionMessages,
  findInvitation,
  isUsableNow,
  type Invitation,
  leaveRegion,
  listNotAdmitted,
  lockApplying,
  saveAdmission,
  saveAdmissionMessage,
  saveApplication,
  saveInvitedBy,
  saveWaitsSince,
  takeInvitation,
} from './queries.ts'
import { ownRegion } from '../waiting-list/own-region.ts'
import { type Applicant, type Doors, doorsOf, hasDoor, lackOf, mustApply, readCode, stepsOf } from './rules.ts'

// Who may join. An account whose `admission` isn't null has joined but hasn't been let in: it can be read, completed,
// exported and deleted, but no one sees it, and it can't meet anyone (`needsAdmission` in the contract).

export async function admissionOf(context: Parameters<typeof configurationOf>[0]): Promise<Doors | undefined> {
  const { admission, age } = await configurationOf(context)
  return age?.when.includes('joining') ? { join: 'open', ...admission, asksAge: true } : admission
}

type CallerDeps = Deps & { caller: Caller }

const refused = (said: ReturnType<typeof message>) => invalidField('invitation', said)

function problemOf(invitation: Invitation | undefined, now: Date) {
  if (!invitation) return message('This invitation code isn’t right. Please check it.')
  if (invitation.revoked_at) return message('This invitation is no longer valid. Please ask for a new one.')
  if (invitation.expires_at && invitation.expires_at <= now)
    return message('This invitation has expired. Please ask for a new one.')
  if (invitation.used >= invitation.most) return message('This invitation has been used up. Please ask for a new one.')
  // Members may no longer invite, or its owner has left.
  return message('This invitation is no longer valid. Please ask for a new one.')
}

const mayMembersInvite = (rules: Doors | undefined): boolean => (rules?.memberCodes ?? 0) > 0

/**
 * Refuses a code that can't be used now. Whether it still can is decided when it is taken. Guesses aren't limited,
 * because a code has 60 bits, and a limit for a network would keep others there from joining.
 */
export async function assertUsable(context: CallerDeps, typed: string): Promise<void> {
  const [code, now] = [readCode(typed), context.clock.now()]
  if (await isUsableNow(context.db, code, now, mayMembersInvite(await admissionOf(context)))) return
  throw refused(problemOf(await findInvitation(context.db, code), now))
}

const lacks = {
  invitation: message('You need an invitation to join.'),
  domain: message('You can join only with an email address from this community.'),
}

/** Refuses people who couldn't be let in, before they have an account. It depends on no existing account. */
export async function assertMayJoin(
  context: CallerDeps,
  rules: Doors | undefined,
  { email, invitation }: { email: string; invitation?: string | undefined },
): Promise<void> {
  if (!rules) return
  if (invitation) await assertUsable(context, invitation)
  const lack = lackOf(rules, email, invitation !== undefined && invitation !== '')
  if (!lack) return
  const said = lacks[lack]
  throw invalidField(lack === 'domain' ? 'email' : lack, said)
}

/** Where an account begins. */
export const beginningOf = (rules: Doors | undefined): AdmissionState | null =>
  rules && hasDoor(rules) ? 'joining' : null

/** Takes the invitation of someone who joins, and lets them in if nothing else is missing. */
export async function beginAdmission(
  work: Work<'config'>,
  account: Account,
  { rules, invitation }: { rules: Doors | undefined; invitation?: string | undefined },
): Promise<Account> {
  if (!rules) return account
  if (invitation) await redeemInvitation(work, rules, account.id, invitation)
  return { ...account, admission: await settleWith(work, rules, account.id) }
}

async function redeemInvitation(
  { tx, now }: Work,
  rules: Doors | undefined,
  accountId: string,
  typed: string,
): Promise<void> {
  const code = readCode(typed)
  const taken = await takeInvitation(tx, code, now, mayMembersInvite(rules))
  if (!taken) throw refused(problemOf(await findInvitation(tx, code), now))
  if (!(await saveInvitedBy(tx, accountId, taken)))
    throw new ApiError('conflict', 'You’ve already entered an invitation.')
}

const applicantOf = ({ email, ...applying }: Applying): Applicant => ({
  email,
  isConfirmed: applying.email_verified_at !== null,
  isInvited: applying.invitation_id !== null,
  isByMember: applying.by_member,
  stillApplies: applying.still_applies,
  hasApplied: applying.applied_at !== null,
  isAgeProven: applying.age_proven_on !== null,
})

function stateOf(rules: Doors | undefined, applying: Applying): AdmissionState | null {
  // Without rules, anyone may join, including those who were waiting.
  if (!rules || applying.is_staff) return null
  const applicant = applicantOf(applying)
  if (!doorsOf(rules, applicant).every(({ done }) => done)) return 'joining'
  if (!mustApply(rules, applicant) || applying.accepted_at !== null) return rules.waitingList ? 'region' : null
  // Someone who waited in their region may have to apply now.
  if (applying.applied_at === null) return 'joining'
  // A check constraint of the table allows these values only.
  return applying.admission === 'region' ? 'applied' : (applying.admission as AdmissionState)
}

async function settleWith(work: Work<'config'>, rules: Doors | undefined, accountId: string) {
  const applying = await lockApplying(work.tx, accountId)
  if (!applying || applying.admission === 'declined') return (applying?.admission ?? null) as AdmissionState | null
  const state = stateOf(rules, applying)
  if (state !== applying.admission) await saveAdmission(work.tx, accountId, state)
  if (state === 'region') await saveWaitsSince(work.tx, accountId, work.now)
  return state
}

/** Lets in someone who waits in their region and lacks nothing else. Returns false if they no longer wait. */
export async function letInFromRegion({ tx, config }: Work<'config'>, accountId: string): Promise<boolean> {
  const applying = await lockApplying(tx, accountId)
  const rules = await admissionOf({ config, db: tx })
  const isThere = applying?.admission === 'region' && ['active', 'paused'].includes(applying.state)
  if (!isThere || stateOf(rules, applying) !== 'region') return false
  await saveAdmission(tx, accountId, null)
  await leaveRegion(tx, accountId)
  return true
}

/** Lets someone in if nothing is missing any more. Runs in the transaction that changes something about it. */
export const settleAdmission = async (work: Work<'config'>, accountId: string): Promise<AdmissionState | null> =>
  settleWith(work, await admissionOf({ config: work.config, db: work.tx }), accountId)

/** Only `saveApplication` writes the column. */
export const answersIn = (answers: unknown): AdmissionAnswer[] => (answers ?? []) as AdmissionAnswer[]

const questionsIn = ({ application }: Admission, language: Language): string[] =>
  (application?.questions ?? []).map(({ text, translations }) => translationIn(translations, language) ?? text)

const writings = (accountId: string) => ({ key: `admission:${accountId}`, limit: 30, within: hours(1) })

export async function applyToJoin(
  context: Deps & Answering,
  account: Account,
  answers: readonly string[],
): Promise<void> {
  await context.budgets.spend([writings(account.id)])
  await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx, now, config } = work
    const applying = await lockApplying(tx, account.id)
    const rules = await admissionOf({ config, db: tx })
    if (!applying || !rules || applying.admission !== 'joining' || !mustApply(rules, applicantOf(applying)))
      throw new ApiError('conflict', 'You can’t apply now. See where you stand.')
    if (!doorsOf(rules, applicantOf(applying)).every(({ done }) => done))
      throw new ApiError('conflict', 'Please finish the steps before this one first.')
    const questions = questionsIn(rules, context.caller.language)
    if (questions.length !== answers.length)
      throw new ApiError('conflict', 'The questions have changed. Please answer them again.')
    const both = questions.map((question, at) => ({ question, answer: answers[at] ?? '' }))
    await saveApplication(tx, account.id, both, now)
    await saveAdmission(tx, account.id, 'applied')
  })
}

/** The applicant's answer puts the application back into the team's queue. */
export async function answerAdmission(context: Deps, account: Account, message: string): Promise<void> {
  await context.budgets.spend([writings(account.id)])
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const applying = await lockApplying(tx, account.id)
    if (applying?.admission !== 'asked') throw new ApiError('conflict', 'There’s no question to answer.')
    const values = { account_id: account.id, author_id: account.id, by_staff: false, message, at: now }
    await saveAdmissionMessage(tx, values)
    await saveAdmission(tx, account.id, 'applied')
  })
}

const AT_ONCE = 200

/** Looks at everyone again after the rules have changed. */
export async function settleAdmissions(context: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>): Promise<void> {
  const pages = pagesById((after) => listNotAdmitted(context.db, after, AT_ONCE))
  await forEachSeparately(pages, (ids) =>
    forEachSeparately(ids, (id) => unitOfWork(context, SYSTEM, (work) => settleAdmission(work, id))),
  )
}

export async function enterInvitation(context: CallerDeps, account: Account, typed: string): Promise<void> {
  await assertUsable(context, typed)
  await unitOfWork(context, SYSTEM, async (work) => {
    const applying = await lockApplying(work.tx, account.id)
    if (!applying) throw new ApiError('conflict', 'You’ve already been let in.')
    const rules = await admissionOf({ config: work.config, db: work.tx })
    await redeemInvitation(work, rules, account.id, typed)
    await settleWith(work, rules, account.id)
  })
}

export async function ownAdmission(
  context: Pick<Deps, 'db' | 'config'> & Answering,
  id: string,
): Promise<OwnAdmission | null> {
  const applying = await findApplying(context.db, id)
  if (!applying || applying.admission === null || applying.is_staff) return null
  const rules: Doors = (await admissionOf(context)) ?? { join: 'open' }
  const steps = stepsOf(rules, applicantOf(applying))
  const messages = await findAdmissionMessages(context.db, [id])
  const isToApply = steps.some(({ kind, done }) => kind === 'application' && !done)
  return {
    // A check constraint of the table allows these values only.
    state: applying.admission as AdmissionState,
    steps,
    join: rules.join,
    domains: rules.domains ?? [],
    questions: isToApply ? questionsIn(rules, context.caller.language) : [],
    answers: answersIn(applying.answers),
    messages: messages.map((each) => ({
      _id: each.id,
      byStaff: each.by_staff,
      message: each.message,
      at: each.at.toISOString(),
    })),
    erasedAt: applying.admission === 'declined' ? toInstant(applying.deletion_due_at) : null,
    ...(applying.admission === 'region' ? { region: await ownRegion(context, rules, id) } : {}),
  }
}
