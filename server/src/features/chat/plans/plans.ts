import {
  ApiError,
  invalidField,
  message,
  type MessageDescriptor,
  type PlanShare,
  type SharedPlan,
} from '@kindred/contract'
import { assertMayBegin } from '../first-message.ts'
import type { Deps } from '../../../deps.ts'
import { assertUnlimited } from '../messages.ts'
import {
  cancelShares,
  deleteShare,
  insertPlan,
  lockOpenPlan,
  lockPlan,
  paceFirstMessage,
  type Pair,
  type PlanRow,
  saveHomecoming,
  saveShare,
  shareByToken,
  type ShareRow,
  sharesOf,
  updatePlan,
} from './queries.ts'
import {
  openDetails,
  openPlace,
  pairOf,
  type Plans,
  readPlans,
  sealDetails,
  sealPlace,
  toPlanShare,
} from './read-plans.ts'
import { isTimeToCheck, problemOfSlots, REMINDED_BEFORE, SHARED_FOR } from './rules.ts'
import { record } from '../../delivery/index.ts'
import { houseOf } from '../../operations/index.ts'
import { assertTextNotHidden, countryCodeOf, findProfile } from '../../profiles/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { refusedUntil } from '../../../infra/budgets.ts'
import { hours, later, toInstant } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { hashOf, type Keys, randomToken } from '../../../infra/keys.ts'
import { nameOutside } from '../../../infra/names.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

function toSharedPlan(keys: Keys, row: ShareRow & { is_off: boolean }, now: Date): SharedPlan | null {
  const details = openDetails(keys, row.details)
  if (!details) return null
  return {
    ...details,
    startsAt: row.starts_at.toISOString(),
    checkAt: toInstant(row.check_at),
    expiresAt: row.expires_at.toISOString(),
    state: stateOf(row, now),
    homeAt: toInstant(row.home_at),
  }
}

type Shown = Pick<ShareRow, 'home_at' | 'cancelled_at' | 'check_at'> & { is_off: boolean }

function stateOf({ home_at, cancelled_at, check_at, is_off }: Shown, now: Date): SharedPlan['state'] {
  if (home_at) return 'home'
  if (cancelled_at || is_off) return 'cancelled'
  return check_at && check_at <= now ? 'late' : 'planned'
}

/** `id` is the match. */
type PlanPath = { id: string; planId: string }
type PlanInput = { slots: readonly string[]; place: string }

export const noSuchPlan = () => new ApiError('not_found', 'We couldn’t find this date.')
const suggestionChanged = () => new ApiError('conflict', 'This suggestion has changed. Check it again.')

/** Replaces earlier suggestions by either person, but not an agreed date. */
export async function proposePlan(context: Deps, viewer: Viewer, matchId: string, input: PlanInput) {
  const slots = input.slots.map((slot) => new Date(slot)).toSorted((one, other) => Number(one) - Number(other))
  const problem = problemOfSlots(slots, context.clock.now())
  if (problem) throw invalidField('slots', problem)
  assertUnlimited(viewer.account, context.clock.now())
  await assertMayBegin(context, viewer.account.id, matchId)
  await assertTextNotHidden(context.db, viewer.account.id, input.place, 'place')
  await context.budgets.spend([{ key: `plan:${viewer.account.id}`, limit: 30, within: hours(1) }])
  return change(context, viewer, matchId, async (work, pair) => {
    await keepPace(work, matchId, viewer.account.id)
    await replaceOpenPlan(work, matchId, pair)
    await insertPlan(
      work.tx,
      {
        match_id: matchId,
        proposer_id: viewer.account.id,
        receiver_id: pair.other_id,
        slots,
        place: sealPlace(work.keys, input.place),
        over_at: slots.at(-1) ?? work.now,
      },
      work.now,
    )
    return pair.muted ? undefined : message('{name} suggests a date', { name: nameOf(viewer) })
  }).catch((error: unknown) => {
    throw isTaken(error, 'date_plans_open') ? suggestionChanged() : error
  })
}

/** A date suggested to someone new is a first message to them, so slowed senders wait for it, too. */
async function keepPace({ tx, now }: Work, matchId: string, senderId: string): Promise<void> {
  const next = await paceFirstMessage(tx, matchId, senderId, now)
  if (next && next > now) throw refusedUntil(next, now)
}

async function replaceOpenPlan({ tx, now }: Work, matchId: string, { created_at }: Pair): Promise<void> {
  const open = await lockOpenPlan(tx, matchId)
  if (!open) return
  const isOn = open.state === 'accepted' && open.starts_at && open.starts_at > now && open.created_at >= created_at
  if (isOn) throw new ApiError('conflict', 'You already have a date. Cancel it before you suggest another.')
  await updatePlan(tx, open.id, { state: open.state === 'accepted' ? 'done' : 'replaced', decided_at: now })
}

export const acceptPlan = (context: Deps, viewer: Viewer, path: PlanPath, slotText: string) =>
  changeOne(context, viewer, path, async ({ tx, now }, row, pair) => {
    assertUnlimited(viewer.account, now)
    const starts_at = new Date(slotText)
    const isSame = (at: Date | null) => at?.getTime() === starts_at.getTime()
    if (row.proposer_id === viewer.account.id) throw noSuchPlan()
    if (row.state === 'accepted' && isSame(row.starts_at)) return undefined
    if (row.state !== 'proposed' || !row.slots.some(isSame)) throw suggestionChanged()
    if (starts_at <= now) throw new ApiError('conflict', 'This time has passed. Suggest another.')
    const reminded_at = starts_at <= later(now, REMINDED_BEFORE) ? now : null
    await updatePlan(tx, row.id, { state: 'accepted', decided_at: now, starts_at, over_at: starts_at, reminded_at })
    return pair.muted ? undefined : message('{name} accepted your date', { name: nameOf(viewer) })
  })

/** Declines, withdraws or cancels, whichever applies. Ending the plan again changes nothing. */
export const endPlan = (context: Deps, viewer: Viewer, path: PlanPath) =>
  changeOne(context, viewer, path, async ({ tx, now }, row, pair) => {
    if (row.state !== 'proposed' && row.state !== 'accepted') return undefined
    if (row.state === 'accepted' && row.over_at <= now)
      throw new ApiError('conflict', 'This date has started, so it can’t be canceled.')
    const isMine = row.proposer_id === viewer.account.id
    const isDeclined = row.state === 'proposed' && !isMine
    await updatePlan(tx, row.id, { state: isDeclined ? 'declined' : 'cancelled', decided_at: now })
    await cancelShares(tx, row.id, now)
    const name = nameOf(viewer)
    // Someone waiting for their date has to know, even if the conversation is muted.
    if (row.state === 'accepted') return message('{name} canceled your date', { name })
    return pair.muted || isMine ? undefined : message('{name} can’t make the times you suggested', { name })
  })

const nameOf = ({ account }: Viewer): string | MessageDescriptor => nameOutside(account.first_name ?? '')

const changeOne = (
  context: Deps,
  viewer: Viewer,
  { id, planId }: PlanPath,
  run: (work: Work<'keys'>, row: PlanRow, pair: Pair) => Promise<MessageDescriptor | undefined>,
): Promise<Plans> =>
  change(context, viewer, id, async (work, pair) => {
    const row = await lockPlan(work.tx, id, planId, pair.created_at)
    if (!row || row.state === 'replaced' || row.state === 'done') throw noSuchPlan()
    return run(work, row, pair)
  })

/** `run` returns the notice for the other person. Both people's pages are notified. */
async function change(
  context: Deps,
  viewer: Viewer,
  matchId: string,
  run: (work: Work<'keys'>, pair: Pair) => Promise<MessageDescriptor | undefined>,
): Promise<Plans> {
  const { id: viewerId } = viewer.account
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const pair = await pairOf(work.tx, viewer, matchId)
    const news = await run(work, pair)
    if (news)
      await record(work, {
        to: pair.other_id,
        about: viewerId,
        kind: 'message',
        topic: `plan:${matchId}`,
        details: { ...news, link: `/chat/${matchId}` },
      })
    work.afterCommit(() => work.bus.toAccounts([viewerId, pair.other_id], { type: 'plan.changed', matchId }))
  })
  return readPlans(context, viewer, matchId)
}

/** The link is returned only now, because only its hash is stored. */
export async function sharePlan(
  context: Deps,
  viewer: Viewer,
  { id, planId }: { id: string; planId: string },
  checkText: string | null,
): Promise<{ token: string; share: PlanShare }> {
  const { account } = viewer
  await context.budgets.spend([{ key: `plan-share:${account.id}`, limit: 30, within: hours(1) }])
  return unitOfWork(context, asMember(account.id), async ({ tx, now, keys }) => {
    const pair = await pairOf(tx, viewer, id)
    const row = await lockPlan(tx, id, planId, pair.created_at)
    if (!row?.starts_at || row.state !== 'accepted') throw noSuchPlan()
    const expires_at = later(row.starts_at, SHARED_FOR)
    if (expires_at <= now) throw noSuchPlan()
    const check_at = checkText === null ? null : new Date(checkText)
    if (check_at && !isTimeToCheck(check_at, row.starts_at, now)) throw wrongTime()
    const token = randomToken()
    const details = {
      firstName: account.first_name ?? '',
      otherFirstName: pair.other_name ?? '',
      place: openPlace(keys, row.place) ?? '',
    }
    const share = await saveShare(tx, {
      plan_id: planId,
      account_id: account.id,
      token_hash: hashOf(token),
      details: sealDetails(keys, details),
      starts_at: row.starts_at,
      check_at,
      expires_at,
      created_at: now,
    })
    return { token, share: toPlanShare(keys, share) }
  })
}

function wrongTime(): ApiError {
  return invalidField('checkAt', message('Please choose a time within a day after the date starts.'))
}

export const listPlanShares = async ({ db, keys, clock }: Deps, { account }: Viewer): Promise<PlanShare[]> =>
  (await sharesOf(db, account.id, clock.now())).map((row) => toPlanShare(keys, row))

/** Also works after the match has ended: the friend is still waiting. */
export async function comeHome({ db, keys, clock }: Deps, { account }: Viewer, id: string): Promise<PlanShare> {
  const row = await saveHomecoming(db, id, account.id, clock.now())
  if (!row) throw noSuchPlan()
  return toPlanShare(keys, row)
}

export async function stopSharingPlan({ db }: Deps, { account }: Viewer, id: string): Promise<void> {
  if (!(await deleteShare(db, id, account.id))) throw noSuchPlan()
}

/** Nothing about the friend is stored. */
export async function readSharedPlan(context: Deps, token: string): Promise<SharedPlan> {
  const { db, keys, clock } = context
  const now = clock.now()
  const row = await shareByToken(db, hashOf(token), now)
  const plan = row && toSharedPlan(keys, row, now)
  if (!plan) throw new ApiError('not_found', 'This link has expired.')
  const { place } = await houseOf(context)
  const countryCode = countryCodeOf(place?.country ?? (await findProfile(db, row.account_id))?.country)
  return { ...plan, ...(countryCode && { countryCode }) }
}
