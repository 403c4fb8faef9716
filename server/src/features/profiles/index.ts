import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as consents } from './consents/personal-data.ts'
import { personalData as photoChecks } from './photo-checks/personal-data.ts'
import { personalData as pictures } from './pictures/personal-data.ts'
import { personalData as places } from './places/personal-data.ts'
import { personalData as profile } from './profile/personal-data.ts'
import { personalData as questions } from './questions/personal-data.ts'
import { personalData as shownTexts } from './shown-texts/personal-data.ts'

export { fieldHandlers } from './fields/routes.ts'
export { photoCheckHandlers } from './photo-checks/routes.ts'
export { pictureHandlers } from './pictures/routes.ts'
export { placeHandlers } from './places/routes.ts'
export { profileHandlers } from './profile/routes.ts'
export { tripHandlers } from './trips/routes.ts'
export { afterTrips, settleTrips } from './trips/trips.ts'
export { assertTextNotHidden } from './profile/removed-content.ts'
export { toVisiting } from './trips/stored-trips.ts'
export { questionHandlers } from './questions/routes.ts'
export { voiceAnswerHandlers } from './voice-answers/routes.ts'

export { announceTerms } from './consents/announce-terms.ts'
export {
  applyConsents,
  setConsent,
  assertSensitiveConsent,
  acceptedKinds,
  consentVersions,
  recordConsents,
  assertSpecialCategory,
} from './consents/consents.ts'
export { eraseRetiredAnswers } from './fields/jobs.ts'
export { settleValues } from './values/jobs.ts'
export {
  assertIntentions,
  hasOwnWords,
  intentionIn,
  interestWithin,
  keyOfValue,
  keysLikeValue,
  wordsOfValue,
} from './values/rules.ts'
export { deleteUnattachedPictures } from './pictures/jobs.ts'
export { applyWaitingMoves, updateCellLevels } from './places/jobs.ts'
export { listByNewGenders, saveProfileDetails, correctedGenderColumns } from './profile/profile.ts'

export { consentsOf, findEraseAt, withdrawConsents } from './consents/queries.ts'
export { areSpecialFilters, isSpecialSearch } from './consents/special-category.ts'

export {
  audienceOf,
  fieldLabel,
  withoutGender,
  fieldsForStaff,
  hasEligibleOnly,
  sensitiveFieldsForStaff,
  liveValue,
  type Nearness,
  shownFields,
  storedAnswers,
  valueText,
} from './fields/rules.ts'
export { namesOf, placeIn, storedForms } from './places/city-names.ts'
export { countryCodeOf } from './places/country-codes.ts'
export { applyWaitingMove } from './places/places.ts'
export { extentOf, regionAt, regionName } from './places/regions.ts'
export { pointOf } from './places/rules.ts'
export { placeByName } from './places/place-by-name.ts'
export { type HiddenContent, hideContent, type HideInput, restoreContent } from './profile/hide-content.ts'
export {
  changeAccount,
  editProfile,
  findProfile,
  findProfiles,
  holdAccount,
  keepName,
  profileOf,
  saveProfile,
} from './profile/queries.ts'
export {
  type AgeRule,
  ageProblem,
  onboardingOf,
  shownToOf,
  type Addressing,
  storedPictures,
  toOwnPictures,
  toPicturesForReason,
  toPictureFields,
  withUrls,
} from './users/users.ts'
export { keepRecording, storeRecording } from './voice-answers/recordings.ts'
export { ageOn, isOnline, missingIn, ONLINE_FOR } from './users/rules.ts'
export { toOwnUser, toPrivacySettings, toProfileDetails } from './users/to-own-user.ts'

export {
  duePictures,
  markDue,
  markPictureCompared,
  writePictures,
  applyCheckDecision,
  applyPictureDecision,
  countWaiting,
  deleteSelfies,
  forgetCheckDecision,
  forgetPictureDecision,
  noteCheckDecision,
  notePictureDecision,
  pendingDecision,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
} from './pictures/queries.ts'
export type { ShownFile } from './pictures/queries.ts'
export { readPictureFile } from './pictures/pictures.ts'
export { MOST_DISTANCE, type Decided, type TakingBack } from './pictures/rules.ts'

export {
  applyVoiceDecision,
  forgetVoiceDecision,
  noteVoiceDecision,
  ownerOfHeldVoice,
  waitingVoices,
  type WaitingVoiceRow,
} from './voice-answers/queries.ts'
export { storedVoice, toVoice } from './voice-answers/stored-voice.ts'

export { answerQuestion } from './questions/questions.ts'
export { writeAnswerSheets } from './questions/queries.ts'
export { eraseRetiredQuestions } from './questions/jobs.ts'
export { allQuestions, ourQuestions, type Questions, questionsIn, valuesOf } from './questions/catalogue.ts'

export const personalData: PersonalData = {
  ...consents,
  ...photoChecks,
  ...pictures,
  ...places,
  ...profile,
  ...questions,
  ...shownTexts,
}
