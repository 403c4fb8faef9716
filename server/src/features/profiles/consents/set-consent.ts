import { ApiError, type ConsentKind } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import { asMember, type Opening, unitOfWork } from '../../../work.ts'
import { withdrawConsent } from './consents.sql.ts'
import { recordConsents } from './record-consents.ts'

/** An account requires the terms and the minimum age. Withdrawing those consents means deleting the account. */
export async function setConsent(
  context: Opening,
  { account }: Viewer,
  kind: ConsentKind,
  given: boolean,
): Promise<void> {
  if (!given && kind !== 'special_category')
    throw new ApiError('conflict', 'Your account needs this consent. To withdraw it, delete your account.')
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (given) await recordConsents(tx, account.id, [kind], now)
    else await withdrawConsent(tx, account.id, kind, now)
  })
}
