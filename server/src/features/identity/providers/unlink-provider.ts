import { ApiError, type Provider, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockCredentials } from '../account/accounts.sql.ts'
import { listPasskeys } from '../passkeys/passkeys.sql.ts'
import { deleteIdentity, lockIdentities } from './identities.sql.ts'
import { providerNames } from './names.ts'

/** Unlinks a provider, unless it is the only way to sign in. */
export async function unlinkProvider(context: Deps, account: Account, provider: Provider): Promise<void> {
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx } = work
    const { password_hash } = await lockCredentials(tx, account.id)
    const linked = await lockIdentities(tx, account.id)
    if (!linked.some((identity) => identity.provider === provider))
      throw new ApiError('not_found', say('{provider} isn’t linked.', { provider: providerNames[provider] }))
    const isOnly = linked.length === 1 && password_hash === null
    if (isOnly && !(await hasUsablePasskey(tx, work.config, account.id)))
      throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
    await deleteIdentity(tx, account.id, provider)
    await audit(work, { action: 'identity.unlinked', subjectId: account.id, details: { provider } })
  })
}

/** Whether the account has a passkey for this host. The lock on its credentials keeps the answer right. */
async function hasUsablePasskey(tx: Tx, { passkeyHost }: Deps['config'], accountId: string): Promise<boolean> {
  return (await listPasskeys(tx, accountId)).some(({ host }) => host === passkeyHost)
}
