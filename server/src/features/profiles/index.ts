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

export { applyConsents } from './consents/withhold-details.ts'
export { deleteUnattachedPictures } from './pictures/jobs.ts'
export { applyWaitingMoves, updateCellLevels } from './places/jobs.ts'
export { listByNewGenders } from './profile/list-by-new-genders.ts'

export { consentsOf } from './consents/consents.sql.ts'
export { setConsent } from './consents/set-consent.ts'
export { acceptedKinds, consentVersions, recordConsents } from './consents/record-consents.ts'
export { areSpecialFilters, isSpecialSearch } from './consents/special-category.ts'
export { findEraseAt } from './consents/withdrawn-details.sql.ts'
export { assertSpecialCategory } from './consents/withhold-details.ts'

export { placeIn, storedForms } from './places/city-names.ts'
export { applyWaitingMove } from './places/apply-waiting-move.ts'
export { placeByName } from './places/place-by-name.ts'
export { saveProfileDetails } from './profile/change-profile.ts'
export { correctGender } from './profile/gender-changes.ts'
export { type HiddenContent, hideContent, type HideInput, restoreContent } from './profile/hide-content.ts'
export { changeAccount, editProfile, findProfile, keepName, profileOf, saveProfile } from './profile/profiles.sql.ts'
export { ageProblem, assertAge, onboardingOf } from './users/onboarding.ts'
export { shownToOf } from './users/gender-groups.ts'
export { ageOn, isOnline, missingIn, OLDEST, ONLINE_FOR, YOUNGEST } from './users/rules.ts'
export { toOwnUser, toPrivacySettings, toProfileDetails } from './users/to-own-user.ts'

export { duePictures, markDue, markPictureCompared } from './pictures/fingerprints.sql.ts'
export { readPictureFile } from './pictures/picture-files.ts'
export { writePictures } from './pictures/pictures.sql.ts'
export { MOST_DISTANCE } from './pictures/rules.ts'
export {
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
} from './pictures/reviews.sql.ts'
export { type Addressing, storedPictures, toOwnPictures, toPictureFields, withUrls } from './users/profile-pictures.ts'

export {
  applyVoiceDecision,
  forgetVoiceDecision,
  noteVoiceDecision,
  ownerOfHeldVoice,
  waitingVoices,
  type WaitingVoiceRow,
} from './voice-answers/reviews.sql.ts'
export { storedVoice, toVoice } from './voice-answers/stored-voice.ts'

export { answerQuestion } from './questions/answer-question.ts'
export { writeAnswerSheets } from './questions/answers.sql.ts'
export { allQuestions, questionById } from './questions/catalogue.ts'

export const personalData: PersonalData = {
  ...consents,
  ...photoChecks,
  ...pictures,
  ...places,
  ...profile,
  ...questions,
}
