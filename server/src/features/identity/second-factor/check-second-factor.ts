import type { Deps } from '../../../deps.ts'
import { decrypt, hashOf } from '../../../infra/keys.ts'
import { stepOf } from './codes.ts'
import { findConfirmedFactor, markRecoveryCodeUsed, saveStep } from './second-factor.sql.ts'

export async function checkSecondFactor(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  const typed = code.replace(/[\s-]/g, '').toLowerCase()
  const factor = await findConfirmedFactor(db, accountId)
  if (!factor) return false
  const step = await stepOf(decrypt(keys, 'second-factor', factor.secret), typed, factor.last_step, clock.now())
  if (step !== undefined) return saveStep(db, accountId, step)
  return markRecoveryCodeUsed(db, accountId, hashOf(typed), clock.now())
}
