// The public interface of `profiles`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as consents } from './consents/personal-data.ts'
import { personalData as photoChecks } from './photo-checks/personal-data.ts'
import { personalData as pictures } from './pictures/personal-data.ts'
import { personalData as places } from './places/personal-data.ts'
import { personalData as profile } from './profile/personal-data.ts'
import { personalData as questions } from './questions/personal-data.ts'

// Handlers
export { photoCheckHandlers } from './photo-checks/routes.ts'
export { pictureHandlers } from './pictures/routes.ts'
export { placeHandlers } from './places/routes.ts'
export { profileHandlers } from './profile/routes.ts'
export { questionHandlers } from './questions/routes.ts'

// Jobs
export { deleteUnattachedPictures as dropUnattached } from './pictures/jobs.ts'
export { applyWaitingMoves as settleMoves, updateCellLevels as settleLevels } from './places/jobs.ts'

// Consents
export { consentsOf, withdrawConsent } from './consents/consents.sql.ts'
export { consentVersions, recordConsent as agreeTo } from './consents/record-consent.ts'

// Profiles and places
export { placeByName as placeCalled } from './places/place-by-name.ts'
export { saveProfileDetails as sayOf } from './profile/change-profile.ts'
export { editProfile, findProfile as profileOf, saveProfile } from './profile/profiles.sql.ts'
export { assertAge as checkAge, onboardingOf as duties } from './users/onboarding.ts'
export { ageOn, isOnline, missingIn, OLDEST, ONLINE_FOR, YOUNGEST } from './users/rules.ts'
export { toOwnUser as ownUser, toPrivacySettings as privacyOf, toProfileDetails as said } from './users/to-own-user.ts'

// Pictures and their reviews
export { readPictureFile as fileFor } from './pictures/picture-files.ts'
export {
  decidePhotoCheck,
  decidePicture,
  deleteSelfie as dropSelfie,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
} from './pictures/reviews.sql.ts'
export {
  type Addressing,
  storedPictures,
  type StoredPicture as KeptPicture,
  toPictureFields as shownPictures,
  withUrls as addressed,
} from './users/profile-pictures.ts'

// Questions
export { answerQuestion as answer } from './questions/answer-question.ts'
export { allQuestions, questionById } from './questions/catalogue.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = {
  ...consents,
  ...photoChecks,
  ...pictures,
  ...places,
  ...profile,
  ...questions,
}
