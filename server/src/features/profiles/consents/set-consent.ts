import { ApiError, type ConsentKind } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { asMember, type Opening, unitOfWork } from '../../../work.ts'
import { holdAccount } from '../profile/profiles.sql.ts'
import { withdrawConsent } from './consents.sql.ts'
import { giveConsents } from './give-consents.ts'
import { withholdDetails } from './withhold-details.ts'

/**
 * An account requires the terms and the minimum age, so withdrawing those consents means deleting the account. Without
 * the other one, special-category data is no longer shown or used.
 */
export async function setConsent(
  context: Opening,
  { account }: Viewer,
  kind: ConsentKind,
  given: boolean,
): Promise<void> {
  if (!given && kind !== 'special_category')
    throw new ApiError('conflict', 'Your account needs this consent. To withdraw it, delete your account.')
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    await holdAccount(tx, account.id)
    if (given) return giveConsents(tx, account.id, kind === 'terms' ? ['terms', 'age'] : [kind], now)
    await withdrawConsent(tx, account.id, kind, now)
    await withholdDetails(tx, account.id, now)
  })
}
