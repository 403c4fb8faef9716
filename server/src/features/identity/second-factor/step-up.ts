import { ApiError, say, type Said } from '@kindred/contract'
import type { Context } from '../../../http/mount.ts'
import type { Viewer } from '../../../http/session.ts'
import { elevateSession, stepUpBudgets } from '../sessions/elevate-session.ts'
import { checkSecondFactor } from './check-second-factor.ts'

type ViewerContext = Context & { viewer: NonNullable<Context['viewer']> }
type StepUpInput = { password?: string | undefined; code?: string | undefined }

/** Confirms who the viewer is by their second factor, or by their password if they have none. */
export async function stepUp(context: ViewerContext, input: StepUpInput): Promise<void> {
  const { viewer, budgets, db, clock } = context
  await budgets.spend(stepUpBudgets(viewer))
  if (!(await isProved(context, input))) throw new ApiError('invalid_credentials', refusalFor(viewer))
  await elevateSession(db, viewer, { now: clock.now(), byFactor: viewer.hasSecondFactor })
}

async function isProved(context: ViewerContext, { password, code }: StepUpInput): Promise<boolean> {
  const { account, hasSecondFactor } = context.viewer
  if (hasSecondFactor) return code !== undefined && checkSecondFactor(context, account.id, code)
  return context.passwords.matches(account.password_hash, password ?? '')
}

function refusalFor({ hasCode, hasSecondFactor, account }: Viewer): Said {
  if (hasCode) return say('Wrong code.')
  if (hasSecondFactor) return say('Please confirm with your passkey.')
  if (account.password_hash === null) return say('You don’t have a password. Please sign in again, then try once more.')
  return say('Wrong password.')
}
