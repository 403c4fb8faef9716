import { ApiError, invalidField, message, type recovery } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { openRecovery } from './open-recovery.ts'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { hashOf } from '../../../infra/keys.ts'
import { asAccount, SYSTEM, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { accountById, lockAccount, savePasswordHash } from '../account/queries.ts'
import { hasPasskeyFor } from '../passkeys/queries.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { hasIdentity } from '../providers/queries.ts'
import { redeemToken, revokeAllSecrets } from '../secrets/secrets.ts'
import { findOwnerOfToken } from '../secrets/queries.ts'
import { endSessions } from '../sessions/sessions.ts'
import { mailOwners } from './mail-owners.ts'
import { deleteSuspended, restoreSuspended } from './queries.ts'

type Choice = { recoveryToken: string; keep: readonly string[]; password?: string | undefined }

const tooLate = () =>
  new ApiError('invalid_secret', 'This took too long. Choose a new password with the link that we’ve emailed you.')
const needsPassword = () => {
  return invalidField(
    'password',
    message('Choose a password, or keep a passkey, Google or Facebook. Otherwise you couldn’t sign in.'),
  )
}

const canSignInWithout = async (tx: Tx, accountId: string, { passkeyHost }: Deps['config']): Promise<boolean> =>
  (await hasIdentity(tx, accountId)) || (await hasPasskeyFor(tx, accountId, passkeyHost))

/**
 * Ends a recovery: restores the suspended credentials that the owner recognizes, deletes the others, and sets a new
 * password. It doesn't sign the owner in. They sign in as usual, so an older second factor still blocks someone who
 * only has access to the mailbox.
 */
async function finishRecovery(context: Deps, { recoveryToken, keep, password }: Choice): Promise<void> {
  const { db, clock } = context
  const accountId = await findOwnerOfToken(db, 'recovery', hashOf(recoveryToken), clock.now())
  if (!accountId) throw tooLate()
  const hash = password === undefined ? null : await choosePassword(context, password, await accountById(db, accountId))
  await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now, config } = work
    const account = await lockAccount(tx, accountId)
    if (!(await redeemToken(tx, 'recovery', recoveryToken, now))) throw tooLate()
    await restoreSuspended(tx, accountId, keep)
    await deleteSuspended(tx, accountId)
    if (hash === null && !(await canSignInWithout(tx, accountId, config))) throw needsPassword()
    await savePasswordHash(tx, accountId, hash)
    await revokeAllSecrets(tx, accountId, now)
    await endSessions(work, { accountId }, 'password_changed')
    if (hash !== null)
      await mailOwners(work, accountId, (link) => ({ kind: 'password-changed', details: { at: now, ...link } }))
    await audit(work, { actor: asAccount(account), action: 'recovery.finished', subjectId: accountId })
  })
}

export const recoveryHandlers: Handlers<typeof recovery> = {
  openRecovery: async (context, { body }) => {
    return { data: await openRecovery(context, body.token) }
  },
  finishRecovery: async (context, { body }) => {
    await finishRecovery(context, body)
    return { done: true }
  },
}
