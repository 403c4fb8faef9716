// What other rooms may use of `profiles`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as consents } from './consents/personal-data.ts'
import { personalData as photoChecks } from './photo-checks/personal-data.ts'
import { personalData as pictures } from './pictures/personal-data.ts'
import { personalData as places } from './places/personal-data.ts'
import { personalData as profile } from './profile/personal-data.ts'
import { personalData as questions } from './questions/personal-data.ts'

export { agreeTo, consentsOf, consentVersions, withdrawConsent } from './consents/service.ts'
export { photoCheckHandlers } from './photo-checks/routes.ts'
export {
  decidePhotoCheck,
  dropSelfie,
  decidePicture,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
} from './pictures/reviews.sql.ts'
export { pictureHandlers } from './pictures/routes.ts'
export { dropUnattached, fileFor } from './pictures/service.ts'
export { placeHandlers } from './places/routes.ts'
export { placeCalled, settleLevels, settleMoves } from './places/service.ts'
export { editProfile, save as saveProfile } from './profile/queries.ts'
export { profileHandlers } from './profile/routes.ts'
export { profileOf, sayOf } from './profile/service.ts'
export { allQuestions } from './questions/catalogue.ts'
export { questionHandlers } from './questions/routes.ts'
export { answer, questionById } from './questions/service.ts'
export {
  addressed,
  type Addressing,
  ageOn,
  checkAge,
  duties,
  isOnline,
  type KeptPicture,
  missingIn,
  OLDEST,
  ONLINE_FOR,
  ownUser,
  privacyOf,
  said,
  shownPictures,
  YOUNGEST,
} from './users/service.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = {
  ...consents,
  ...photoChecks,
  ...pictures,
  ...places,
  ...profile,
  ...questions,
}
