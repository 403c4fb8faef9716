import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as consents } from './consents/personal-data.ts'
import { personalData as photoChecks } from './photo-checks/personal-data.ts'
import { personalData as pictures } from './pictures/personal-data.ts'
import { personalData as places } from './places/personal-data.ts'
import { personalData as profile } from './profile/personal-data.ts'
import { personalData as questions } from './questions/personal-data.ts'

export { photoCheckHandlers } from './photo-checks/routes.ts'
export { pictureHandlers } from './pictures/routes.ts'
export { placeHandlers } from './places/routes.ts'
export { profileHandlers } from './profile/routes.ts'
export { questionHandlers } from './questions/routes.ts'
export { voiceAnswerHandlers } from './voice-answers/routes.ts'

export {
  applyConsents,
  setConsent,
  acceptedKinds,
  consentVersions,
  recordConsents,
  assertSpecialCategory,
} from './consents/consents.ts'
export { deleteUnattachedPictures } from './pictures/jobs.ts'
export { applyWaitingMoves, updateCellLevels } from './places/jobs.ts'
export { listByNewGenders, saveProfileDetails, correctedGenderColumns } from './profile/profile.ts'

export { consentsOf, findEraseAt } from './consents/queries.ts'
export { areSpecialFilters, isSpecialSearch } from './consents/special-category.ts'

export { placeIn, storedForms } from './places/city-names.ts'
export { applyWaitingMove } from './places/places.ts'
export { placeByName } from './places/place-by-name.ts'
export { type HiddenContent, hideContent, type HideInput, restoreContent } from './profile/hide-content.ts'
export { changeAccount, editProfile, findProfile, keepName, profileOf, saveProfile } from './profile/queries.ts'
export {
  ageProblem,
  assertAge,
  onboardingOf,
  shownToOf,
  type Addressing,
  storedPictures,
  toOwnPictures,
  toPictureFields,
  withUrls,
} from './users/users.ts'
export { ageOn, isOnline, missingIn, OLDEST, ONLINE_FOR, YOUNGEST } from './users/rules.ts'
export { toOwnUser, toPrivacySettings, toProfileDetails } from './users/to-own-user.ts'

export {
  duePictures,
  markDue,
  markPictureCompared,
  writePictures,
  applyCheckDecision,
  applyPictureDecision,
  countWaiting,
  type Decided,
  deleteSelfie,
  forgetCheckDecision,
  forgetPictureDecision,
  noteCheckDecision,
  notePictureDecision,
  pendingDecision,
  type Settled,
  type TakingBack,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
} from './pictures/queries.ts'
export { readPictureFile } from './pictures/pictures.ts'
export { MOST_DISTANCE } from './pictures/rules.ts'

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
export { allQuestions, questionById } from './questions/catalogue.ts'

export const personalData: PersonalData = {
  ...consents,
  ...photoChecks,
  ...pictures,
  ...places,
  ...profile,
  ...questions,
}
