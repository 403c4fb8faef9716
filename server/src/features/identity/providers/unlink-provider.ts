import { ApiError, type Provider, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { listPasskeys } from '../passkeys/passkeys.sql.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { deleteIdentity, lockIdentities } from './identities.sql.ts'
import { providerNames } from './names.ts'

/** Unlinks a provider, unless it is the only way to sign in. */
export async function unlinkProvider(context: Deps, viewer: Viewer, provider: Provider): Promise<void> {
  const { account } = viewer
  await unitOfWork(context, asAccount(account), async (work) => {
    const { tx } = work
    const { password_hash } = await lockOwnCredentials(tx, viewer)
    const linked = await lockIdentities(tx, account.id)
    if (!linked.some((identity) => identity.provider === provider))
      throw new ApiError('not_found', say('{provider} isn’t linked.', { provider: providerNames[provider] }))
    const isOnly = linked.length === 1 && password_hash === null
    if (isOnly && !(await hasUsablePasskey(tx, work.config, account.id)))
      throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
    await deleteIdentity(tx, account.id, provider)
    const unlinked = { provider: providerNames[provider], at: work.now }
    await mailOwners(work, account.id, (link) => ({ kind: 'provider-unlinked', details: { ...unlinked, ...link } }))
    await audit(work, { action: 'identity.unlinked', subjectId: account.id, details: { provider } })
  })
}

/** Whether the account has a passkey for this host. The lock on its credentials keeps the answer right. */
async function hasUsablePasskey(tx: Tx, { passkeyHost }: Deps['config'], accountId: string): Promise<boolean> {
  return (await listPasskeys(tx, accountId)).some(({ host }) => host === passkeyHost)
}
