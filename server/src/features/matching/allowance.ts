import { ApiError, type Allowance, message, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { isPremium, type Viewer } from '../../http/session.ts'
import { nextMidnight } from '../../infra/zones.ts'
import type { Work } from '../../work.ts'
import { spend } from './choices.sql.ts'
import { type AllowanceKind, type DailyUse, dailyLimits } from './rules.ts'

const limitsOf = ({ account }: Viewer, now: Date) => (isPremium(account, now) ? dailyLimits.premium : dailyLimits.free)

export function toAllowance(viewer: Viewer, used: DailyUse, now: Date): Allowance {
  const limits = limitsOf(viewer, now)
  const left = (limit: number | null, spent: number) => (limit === null ? null : Math.max(0, limit - spent))
  return {
    likes: left(limits.likes, used.likes),
    superlikes: left(limits.superlikes, used.superlikes) ?? 0,
    undos: left(limits.undos, used.undos),
    resetsAt: used.resets_at.toISOString(),
  }
}

export async function getAllowance(context: Deps, viewer: Viewer): Promise<Allowance> {
  const now = context.clock.now()
  const nothing = { accountId: viewer.account.id, now, ...limitOf(viewer, null, now) }
  return toAllowance(viewer, await spend(context.db, nothing), now)
}

export const limitOf = (viewer: Viewer, kind: AllowanceKind | null, now: Date) => ({
  kind,
  within: kind && limitsOf(viewer, now)[kind],
  dayEnds: nextMidnight(viewer.account.time_zone, now),
})

const exhausted: Record<AllowanceKind, MessageDescriptor> = {
  likes: message('No likes left today.'),
  superlikes: message('No super likes left today.'),
  undos: message('You’ve already used today’s undo.'),
}

export const noneLeft = (kind: AllowanceKind, { resets_at }: DailyUse, now: Date): ApiError =>
  new ApiError('rate_limited', exhausted[kind], {
    retryAfter: Math.ceil((resets_at.getTime() - now.getTime()) / 1000),
  })

export async function spendUndo({ tx, now }: Work, viewer: Viewer): Promise<DailyUse> {
  const kind = 'undos'
  const used = await spend(tx, { accountId: viewer.account.id, now, ...limitOf(viewer, kind, now), kind })
  if (!used.spent) throw noneLeft(kind, used, now)
  return used
}
