import { ApiError, message, type ProfileField } from '@kindred/contract'
import { storedAnswers, unanswered } from './rules.ts'
import { missingIn } from '../users/rules.ts'
import { fieldsIn } from '../../operations/index.ts'
import type { Account, Profile } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'

export const needed = (fields: readonly ProfileField[]) => {
  const msg = message('This field is required.')
  return new ApiError('invalid_request', message('Please answer every required question.'), {
    errors: fields.map(({ id }) => ({ path: `answers.${id}`, msg })),
  })
}

/**
 * A profile becomes complete only with the answers that are required while joining. Members who already were complete
 * are asked once, and stay visible.
 */
export async function assertRequiredFields(tx: Tx, before: Profile | null, account: Account, after: Profile) {
  if (missingIn(account, after).length > 0) return
  const wasComplete = before !== null && missingIn(account, before).length === 0
  if (wasComplete) return
  const open = unanswered(await fieldsIn(tx), storedAnswers(after))
  if (open.length > 0) throw needed(open)
}
