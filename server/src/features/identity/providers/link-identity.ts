import { ApiError, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { insertIdentity } from './identities.sql.ts'
import { providerNames } from './names.ts'
import type { ProviderIdentity } from './read-identity.ts'

/** Links an identity to the account that is signed in. */
export async function linkIdentity(context: Deps, accountId: string, identity: ProviderIdentity): Promise<void> {
  try {
    await unitOfWork(context, asMember(accountId), (work) => saveLink(work, accountId, identity))
  } catch (error) {
    if (!isTaken(error)) throw error
    const name = providerNames[identity.provider]
    throw new ApiError('conflict', say('A {provider} account is already linked.', { provider: name }))
  }
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
