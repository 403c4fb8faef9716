import { message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { nameOutside } from '../../../infra/names.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { record } from '../../delivery/index.ts'
import { lockMutualInterest, markMutualInterest } from './date-answers.sql.ts'
import { firstNames } from './plans.sql.ts'

const PAGE_SIZE = 100
/**
 * Both answers must be this old before the two are notified. Otherwise, anyone could probe the other's answer with a
 * quick “yes”, and change it back.
 */
const ANNOUNCED_AFTER = days(1)
const ANNOUNCED_WITHIN = days(4)

export const announceMutualInterest = (context: Deps): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const due = await lockMutualInterest(tx, later(now, -ANNOUNCED_WITHIN), later(now, -ANNOUNCED_AFTER), PAGE_SIZE)
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
