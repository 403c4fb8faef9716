import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { queueMail } from '../../delivery/index.ts'
import { findIdByEmail } from '../account/accounts.sql.ts'
import { isRefusedAddress } from '../account/banned-addresses.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { issueSecret } from '../secrets/issue-secret.ts'

const NEW_ADDRESS_LASTS = hours(24)

/**
 * Sends a link to the new address, which changes nothing until it is opened. If the address belongs to another account,
 * only its owner learns so, by email.
 */
export async function requestNewAddress(context: Deps, viewer: Viewer, email: string): Promise<void> {
  const { account } = viewer
  const budget = {
    key: `new-address:${hashOf(emailKey(email)).toString('base64url')}`,
    limit: 5,
    within: hours(1),
  }
  if (!(await context.budgets.allows(budget))) return
  await unitOfWork(context, asAccount(account), async (work) => {
    await lockOwnCredentials(work.tx, viewer)
    const owner = await findIdByEmail(work.tx, email)
    if (owner) return queueMail(work, { to: owner, kind: 'already-registered', details: {} })
    if (await isRefusedAddress(work, { id: account.id, email }))
      return queueMail(work, { to: account.id, address: email, kind: 'address-refused', details: {} })
    const { token } = await issueSecret(work, {
      purpose: 'change-email',
      accountId: account.id,
      validFor: NEW_ADDRESS_LASTS,
      payload: { email },
    })
    const link = `${work.config.PUBLIC_URL}/settings/email#token=${token}`
    await queueMail(work, { to: account.id, address: email, kind: 'change-email', details: { link } })
  })
}
