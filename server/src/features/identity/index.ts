// What other rooms may use of `identity`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as account } from './account/personal-data.ts'
import { personalData as passkeys } from './passkeys/personal-data.ts'
import { personalData as providers } from './providers/personal-data.ts'
import { personalData as secondFactor } from './second-factor/personal-data.ts'
import { personalData as secrets } from './secrets/personal-data.ts'
import { personalData as sessions } from './sessions/personal-data.ts'

export { accountHandlers } from './account/routes.ts'
export {
  editAccount,
  isLastAdministrator,
  letIn,
  lockUser,
  markPhotoChecked,
  takeOut,
} from './account/decisions.sql.ts'
export {
  addressOf,
  beginDeletion,
  dueForErasure,
  endDeletion,
  lockDue,
  lockPresent,
  withoutLastAdministrator,
} from './account/deletion.sql.ts'
export { confirmIdentity, createAccount, takeOver } from './account/service.ts'
export { addressHandlers } from './address/routes.ts'
export { replaceAddress } from './address/service.ts'
export { authHandlers } from './auth/routes.ts'
export { passkeyHandlers } from './passkeys/routes.ts'
export { removeAllPasskeys } from './passkeys/service.ts'
export { providerHandlers } from './providers/routes.ts'
export { secondFactorHandlers } from './second-factor/routes.ts'
export { removeSecondFactor, resealSecrets } from './second-factor/service.ts'
export { cleanUp } from './clean-up.ts'
export { hasOpenSecret, issueSecret, redeemToken, revokeAllSecrets } from './secrets/service.ts'
export { latestSessions, latestSignIns, whyEnded } from './sessions/lately.sql.ts'
export { sessionHandlers } from './sessions/routes.ts'
export { type EndedBecause, endSessions, issueTicket, redeemTicket } from './sessions/service.ts'
export { verificationHandlers } from './verification/routes.ts'
export { sendAnotherProof, sendResetLink } from './verification/service.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = {
  ...account,
  ...passkeys,
  ...providers,
  ...secondFactor,
  ...secrets,
  ...sessions,
}
