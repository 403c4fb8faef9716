import { ApiError, type Allowance } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { isPremium, type Viewer } from '../../http/session.ts'
import { dayIn } from '../../infra/zones.ts'
import type { Work } from '../../work.ts'
import { lockAllowance, readAllowance, saveAllowance } from './choices.sql.ts'
import { type DailyUse, dailyLimits, midnightAfter, usedToday } from './rules.ts'

const limitsOf = ({ account }: Viewer, now: Date) => (isPremium(account, now) ? dailyLimits.premium : dailyLimits.free)

export function toAllowance(viewer: Viewer, used: DailyUse, now: Date): Allowance {
  const limits = limitsOf(viewer, now)
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent))
  return {
    likes: left(limits.likes, used.likes),
    superlikes: left(limits.superlikes, used.superlikes) ?? 0,
    undos: left(limits.undos, used.undos),
    resetsAt: midnightAfter(used, now).toISOString(),
  }
}

export async function getAllowance(context: Deps, viewer: Viewer): Promise<Allowance> {
  const now = context.clock.now()
  const { id, time_zone } = viewer.account
  return toAllowance(viewer, usedToday(await readAllowance(context.db, id), time_zone, now), now)
}

const exhausted = {
  likes: 'You have used the likes of today.',
  superlikes: 'You have used the super likes of today.',
  undos: 'You have taken back a choice today already.',
}

/** Uses up one of the day's likes, super likes or undos. Refuses when none are left, with the time until midnight. */
export async function spendAllowance(
  { tx, now }: Work,
  viewer: Viewer,
  kind: keyof typeof exhausted | null,
): Promise<DailyUse> {
  const { id, time_zone: zone } = viewer.account
  const used = usedToday(await lockAllowance(tx, id, zone, dayIn(zone, now)), zone, now)
  if (!kind) return used
  const limit = limitsOf(viewer, now)[kind]
  if (limit !== null && used[kind] >= limit)
    throw new ApiError('rate_limited', exhausted[kind], {
      retryAfter: Math.ceil((midnightAfter(used, now).getTime() - now.getTime()) / 1000),
    })
  const spent = { ...used, [kind]: used[kind] + 1 }
  await saveAllowance(tx, id, spent)
  return spent
}
