import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as account } from './account/personal-data.ts'
import { personalData as admission } from './admission/personal-data.ts'
import { personalData as age } from './age/personal-data.ts'
import { personalData as address } from './address/personal-data.ts'
import { personalData as passkeys } from './passkeys/personal-data.ts'
import { personalData as providers } from './providers/personal-data.ts'
import { personalData as recovery } from './recovery/personal-data.ts'
import { personalData as secondFactor } from './second-factor/personal-data.ts'
import { personalData as secrets } from './secrets/personal-data.ts'
import { personalData as sessions } from './sessions/personal-data.ts'

export { accountHandlers } from './account/routes.ts'
export { addressHandlers } from './address/routes.ts'
export { invitationHandlers } from './admission/routes.ts'
export { ageHandlers, walletHandlers } from './age/routes.ts'
export { authHandlers } from './auth/routes.ts'
export { passkeyHandlers } from './passkeys/routes.ts'
export { providerHandlers } from './providers/routes.ts'
export { recoveryHandlers } from './recovery/routes.ts'
export { secondFactorHandlers } from './second-factor/routes.ts'
export { sessionHandlers } from './sessions/routes.ts'
export { verificationHandlers } from './verification/routes.ts'
export { waitingListHandlers } from './waiting-list/routes.ts'

export { invitedOf, setBranch } from './admission/branch.ts'
export { decideApplication, textsFor } from './admission/decide-application.ts'
export {
  type ApplicationRow,
  countApplications,
  findAdmissionMessages,
  type MessageRow,
  findApplication,
  findApplications,
} from './admission/queries.ts'
export { answersIn, settleAdmissions } from './admission/admission.ts'
export { admitWaiting } from './waiting-list/waiting-list.ts'
export { askForAge, askForAgeAfterReport, PHOTOS_LAST, recordProof, stopAskingForAge, toProven } from './age/age.ts'
export { ageTextsFor, decideAgePhotos, deleteOldAgePhotos } from './age/by-photo.ts'
export { type AgeCheckRow, countAgeChecks, findAge, findAgeChecks, findPhoto } from './age/queries.ts'
export { cleanUp } from './clean-up.ts'
export { resealSecrets, removeSecondFactor } from './second-factor/second-factor.ts'
export { sendResetLink, resendVerification } from './verification/verification.ts'

export {
  hasAddress,
  findEmail,
  listDueForErasure,
  lockDueForErasure,
  lockUnlessErased,
  scheduleDeletion,
  unscheduleDeletion,
  withoutLastAdministratorCheck,
  editAccount,
  isLastAdministrator,
  lockAccountForStaff,
  markPhotoChecked,
  restrictAccount,
} from './account/queries.ts'
export {
  accountsBannedWith,
  rememberBan,
  revokePriorCredentials,
  confirmIdentity,
  createAccount,
} from './account/account.ts'
export { applyAddressChanges, cancelAddressChange, addressTaken, replaceAddress } from './address/address.ts'
export { findChange as findAddressChange } from './address/queries.ts'

export { mailOwners } from './recovery/mail-owners.ts'
export { latestSignIns } from './auth/queries.ts'
export { removeAllPasskeys } from './passkeys/passkeys.ts'
export { type EndedBecause, endSessions, issueTicket, redeemTicket } from './sessions/sessions.ts'
export { latestSessions } from './sessions/queries.ts'

export { issueSecret, redeemToken, revokeAllSecrets } from './secrets/secrets.ts'
export { hasOpenSecret } from './secrets/queries.ts'

export const personalData: PersonalData = {
  ...account,
  ...address,
  ...age,
  ...admission,
  ...passkeys,
  ...providers,
  ...recovery,
  ...secondFactor,
  ...secrets,
  ...sessions,
}
