import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as account } from './account/personal-data.ts'
import { personalData as address } from './address/personal-data.ts'
import { personalData as passkeys } from './passkeys/personal-data.ts'
import { personalData as providers } from './providers/personal-data.ts'
import { personalData as recovery } from './recovery/personal-data.ts'
import { personalData as secondFactor } from './second-factor/personal-data.ts'
import { personalData as secrets } from './secrets/personal-data.ts'
import { personalData as sessions } from './sessions/personal-data.ts'

export { accountHandlers } from './account/routes.ts'
export { addressHandlers } from './address/routes.ts'
export { authHandlers } from './auth/routes.ts'
export { passkeyHandlers } from './passkeys/routes.ts'
export { providerHandlers } from './providers/routes.ts'
export { recoveryHandlers } from './recovery/routes.ts'
export { secondFactorHandlers } from './second-factor/routes.ts'
export { sessionHandlers } from './sessions/routes.ts'
export { verificationHandlers } from './verification/routes.ts'

export { cleanUp } from './clean-up.ts'
export { resealSecrets } from './second-factor/reseal-secrets.ts'
export { sendResetLink } from './verification/reset-password.ts'
export { resendVerification } from './verification/send-verification.ts'

export { hasAddress } from './account/accounts.sql.ts'
export { accountsBannedWith, rememberBan } from './account/banned-addresses.ts'
export { revokePriorCredentials } from './account/revoke-prior-credentials.ts'
export { confirmIdentity } from './account/confirm-identity.ts'
export { createAccount } from './account/create-account.ts'
export {
  findEmail,
  listDueForErasure,
  lockDueForErasure,
  lockUnlessErased,
  scheduleDeletion,
  unscheduleDeletion,
  withoutLastAdministratorCheck,
} from './account/deletion.sql.ts'
export {
  editAccount,
  isLastAdministrator,
  lockAccountForStaff,
  markPhotoChecked,
  restrictAccount,
  type Restriction,
} from './account/staff-changes.sql.ts'
export { applyAddressChanges } from './address/apply-address-changes.ts'
export { findChange as findAddressChange } from './address/address-changes.sql.ts'
export { cancelAddressChange } from './address/keep-address.ts'
export { addressTaken, replaceAddress } from './address/replace-address.ts'

export { mailOwners } from './recovery/mail-owners.ts'
export { latestSignIns } from './auth/sign-ins.sql.ts'
export { removeAllPasskeys } from './passkeys/remove-passkey.ts'
export { removeSecondFactor } from './second-factor/remove-second-factor.ts'
export { type EndedBecause, endSessions } from './sessions/end-sessions.ts'
export { latestSessions } from './sessions/sessions.sql.ts'
export { issueTicket, redeemTicket } from './sessions/tickets.ts'

export { issueSecret } from './secrets/issue-secret.ts'
export { redeemToken } from './secrets/redeem-secret.ts'
export { revokeAllSecrets } from './secrets/revoke-secrets.ts'
export { hasOpenSecret } from './secrets/secrets.sql.ts'

export const personalData: PersonalData = {
  ...account,
  ...address,
  ...passkeys,
  ...providers,
  ...recovery,
  ...secondFactor,
  ...secrets,
  ...sessions,
}
