import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { choosePassword } from '../passwords/choose-password.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { revokeAllSecrets } from '../secrets/revoke-secrets.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { savePasswordHash } from './accounts.sql.ts'
import { lockOwnCredentials } from './lock-own-credentials.ts'

/** Changes the viewer's password and signs out their other sessions. */
export async function changePassword(context: Deps, viewer: Viewer, password: string): Promise<void> {
  const { account, sessionId } = viewer
  const hash = await choosePassword(context, password, account)
  await unitOfWork(context, asAccount(account), async (work) => {
    await lockOwnCredentials(work.tx, viewer)
    await savePasswordHash(work.tx, account.id, hash)
    await endSessions(work, { accountId: account.id, except: sessionId }, 'password_changed')
    await revokeAllSecrets(work.tx, account.id, work.now)
    await mailOwners(work, account.id, (link) => ({ kind: 'password-changed', details: { at: work.now, ...link } }))
    await audit(work, { action: 'password.changed', subjectId: account.id })
  })
}
