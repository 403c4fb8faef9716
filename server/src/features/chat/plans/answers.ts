import { message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { noSuchPlan } from './plans.ts'
import {
  answersOf,
  deleteAnswer,
  firstNames,
  isOrderLearning,
  lockAsked,
  lockMutualInterest,
  lockUnprompted,
  markMutualInterest,
  markPrompted,
  openQuestions,
  saveAnswer,
} from './queries.ts'
import { record } from '../../delivery/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { nameOutside } from '../../../infra/names.ts'
import { dayIn, hourIn } from '../../../infra/zones.ts'
import { asMember, SYSTEM, unitOfWork } from '../../../work.ts'

const PAIRS_AT_ONCE = 100
/**
 * Both answers must be this old before the two are notified. Otherwise, anyone could probe the other's answer with a
 * quick “yes”, and change it back.
 */
const ANNOUNCED_AFTER = days(1)
const ANNOUNCED_WITHIN = days(4)

export const announceMutualInterest = (context: Deps): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const due = await lockMutualInterest(tx, later(now, -ANNOUNCED_WITHIN), later(now, -ANNOUNCED_AFTER), PAIRS_AT_ONCE)
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    await markMutualInterest(tx, ids, now)
    const names = await firstNames(
      tx,
      due.flatMap(({ one_id, other_id }) => [one_id, other_id]),
    )
    const notices = due.flatMap(({ id, match_id, one_id, other_id }) =>
      [
        { to: one_id, about: other_id },
        { to: other_id, about: one_id },
      ].map((pair) => ({
        ...pair,
        kind: 'message' as const,
        topic: `again:${id}`,
        details: {
          ...message('You and {name} would both like to meet again', {
            name: nameOutside(names.get(pair.about) ?? ''),
          }),
          link: `/chat/${match_id}`,
        },
      })),
    )
    await record(work, ...notices)
  })

const PAGE_SIZE = 500
const LONGEST_DATE = hours(8)
/** A later question would seem odd. */
const ASKED_WITHIN = days(3)
const MORNING = 9

export const askAboutDates = (context: Deps): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const since = later(now, -ASKED_WITHIN)
    const candidates = await lockUnprompted(tx, since, later(now, -LONGEST_DATE), PAGE_SIZE)
    const due = candidates.filter(
      ({ starts_at, time_zone }) =>
        dayIn(time_zone, now) > dayIn(time_zone, starts_at) && hourIn(time_zone, now) >= MORNING,
    )
    if (due.length === 0) return
    await markPrompted(
      tx,
      due.map(({ id }) => id),
      now,
    )
    const names = await firstNames(
      tx,
      due.flatMap(({ one_id, other_id }) => [one_id, other_id]),
    )
    const nameOf = (id: string) => nameOutside(names.get(id) ?? '')
    const notices = due.flatMap(({ id, one_id, other_id }) =>
      [
        { to: one_id, about: other_id },
        { to: other_id, about: one_id },
      ].map((pair) => ({
        ...pair,
        kind: 'message' as const,
        topic: `asked:${id}`,
        details: {
          ...message('How was your date with {name}? Your answer stays private.', { name: nameOf(pair.about) }),
          link: '/dates',
        },
      })),
    )
    await record(work, ...notices)
  })

export async function listDateQuestions({ db }: Deps, { account }: Viewer) {
  const questions = await openQuestions(db, account.id)
  const answers = await answersOf(db, account.id)
  const helpOrder = await isOrderLearning(db)
  return {
    questions: questions.map(({ id, name, starts_at }) => ({
      planId: id,
      name: name ?? '',
      startsAt: starts_at.toISOString(),
    })),
    answers: answers.map(({ id, plan_id, starts_at, ...rest }) => ({
      _id: id,
      planId: plan_id,
      startsAt: starts_at.toISOString(),
      ...rest,
    })),
    helpOrder,
  }
}

type AnswerInput = { met: boolean; again: boolean | null }

/** Announces nothing immediately, so that members can't probe the other's answer (ANNOUNCED_AFTER). */
export async function answerAboutDate(context: Deps, viewer: Viewer, planId: string, { met, again }: AnswerInput) {
  const { id: viewerId } = viewer.account
  await unitOfWork(context, asMember(viewerId), async ({ tx, now }) => {
    const plan = await lockAsked(tx, viewerId, planId)
    if (!plan) throw noSuchPlan()
    const about = { plan_id: planId, account_id: viewerId, other_id: plan.other_id, starts_at: plan.starts_at }
    await saveAnswer(tx, { ...about, met, again: met ? again : null, answered_at: now })
  })
}

export async function deleteDateAnswer({ db }: Deps, { account }: Viewer, id: string): Promise<void> {
  if (!(await deleteAnswer(db, id, account.id))) throw noSuchPlan()
}
