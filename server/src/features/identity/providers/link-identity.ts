import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { lockOwnCredentials } from '../account/lock-own-credentials.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { markFactor } from '../sessions/sessions.sql.ts'
import { insertIdentity } from './identities.sql.ts'
import { providerNames } from './names.ts'
import type { ProviderIdentity } from './read-identity.ts'

export async function linkIdentity(context: Deps, viewer: Viewer, identity: ProviderIdentity): Promise<void> {
  try {
    await unitOfWork(context, asMember(viewer.account.id), async (work) => {
      const key = { accountId: viewer.account.id, sessionId: viewer.sessionId }
      await lockOwnCredentials(work.tx, viewer)
      await saveLink(work, key.accountId, identity)
      await mailAboutLink(work, key.accountId, identity)
      await markFactor(work.tx, key, work.now)
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    const name = providerNames[identity.provider]
    throw new ApiError('conflict', message('A {provider} account is already linked.', { provider: name }))
  }
}

export async function mailAboutLink(
  work: Work<'config' | 'jobs' | 'keys'>,
  accountId: string,
  { provider }: Pick<ProviderIdentity, 'provider'>,
): Promise<void> {
  const linked = { provider: providerNames[provider], at: work.now }
  await mailOwners(work, accountId, (link) => ({ kind: 'provider-linked', details: { ...linked, ...link } }))
}

export async function saveLink(
  work: Work,
  accountId: string,
  { provider, subject }: Pick<ProviderIdentity, 'provider' | 'subject'>,
): Promise<void> {
  await insertIdentity(work.tx, { provider, subject, account_id: accountId, created_at: work.now })
  await audit(work, {
    actor: asMember(accountId),
    action: 'identity.linked',
    subjectId: accountId,
    details: { provider },
  })
}
