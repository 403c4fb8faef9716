import type { CallName, Inputs } from './observed.ts'

// Routes that observed.ts leaves out because they are about ways to sign in.

const ownWayIn = { leftOut: 'It ends or changes the way in of the person who asks, and reads nobody else.' }
const byProvider = { leftOut: 'It asks a provider about the person who asks, and reads nobody else.' }
const byMail = { leftOut: 'It takes a secret that was mailed to the person who asks.' }

export const inputsOfWaysIn: Partial<Record<CallName, Inputs>> = {
  register: ownWayIn,
  secondFactor: ownWayIn,
  refreshToken: ownWayIn,
  logout: ownWayIn,
  verifyEmail: byMail,
  resetPassword: byMail,
  signOutEverywhere: byMail,
  endSession: ownWayIn,
  endOtherSessions: ownWayIn,
  changePassword: ownWayIn,
  changeEmail: ownWayIn,
  correctEmail: ownWayIn,
  deleteAccount: ownWayIn,
  downloadOwnData: byMail,
  unsubscribeMail: byMail,
  startSecondFactor: ownWayIn,
  confirmSecondFactor: ownWayIn,
  removeSecondFactor: ownWayIn,
  startPasskey: ownWayIn,
  addPasskey: ownWayIn,
  renamePasskey: ownWayIn,
  removePasskey: ownWayIn,
  startPasskeySignIn: ownWayIn,
  signInWithPasskey: ownWayIn,
  startSecondFactorByPasskey: ownWayIn,
  secondFactorByPasskey: ownWayIn,
  startStepUpByPasskey: ownWayIn,
  stepUpByPasskey: ownWayIn,
  stepUpByGoogle: byProvider,
  stepUpByFacebook: byProvider,
  confirmEmail: byMail,
  keepEmail: byMail,
  undoEmail: byMail,
  openRecovery: byMail,
  finishRecovery: byMail,
  google: byProvider,
  facebook: byProvider,
  startProvider: byProvider,
  linkGoogle: byProvider,
  linkFacebook: byProvider,
  unlinkProvider: byProvider,
}
