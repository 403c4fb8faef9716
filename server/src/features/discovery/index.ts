import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as contacts } from './contacts/personal-data.ts'
import { personalData as deck } from './deck/personal-data.ts'
import { personalData as friends } from './friends/personal-data.ts'
import { personalData as people } from './people/personal-data.ts'
import { personalData as privacy } from './privacy/personal-data.ts'

export { discoveryHandlers } from './deck/routes.ts'
export { forgetHandfuls } from './deck/handful.ts'
export {
  getFriendPreferences,
  joinFriends,
  leaveFriends,
  listFriends,
  notAmongFriends,
  setFriendPreferences,
} from './friends/friends.ts'
export { countChoices, decayExposure } from './deck/jobs.ts'
export { fitOrder, fitOutcomes, compared, FEWEST_CHOICES, fitGroups } from './learning/fitting.ts'
export { orderHandlers } from './learning/routes.ts'
export { alertSearches } from './people/alerts.ts'
export { peopleHandlers } from './people/routes.ts'
export { pictureFileHandlers } from './pictures/routes.ts'
export { announceHidden } from './privacy/announce-hidden.ts'
export { privacyHandlers } from './privacy/routes.ts'

export { isMutualFit } from './eligibility/mutual-fit.ts'
export { membersIn, peopleIfAdmitted, regionsOf } from './eligibility/region-people.ts'
export { settleListings } from './eligibility/settle-listings.ts'
export { hasBlocked, hiddenFrom, likesRenewedAt, notBlocked, pairMark, SET_ASIDE_FOR } from './eligibility/queries.ts'
export { assertComplete } from './eligibility/eligibility.ts'
export { couldSee, couldSeePicture, listedPeople, peopleById } from './people/people.ts'
export { lastSawName, nameSeen } from './people/names.ts'
export { canReach, noSuchPerson } from './people/reachable-person.ts'

export { contactHandlers } from './contacts/routes.ts'
export { matchContacts } from './contacts/match-contacts.ts'
export { cleanUp } from './contacts/jobs.ts'

export {
  type AccountFilters,
  matchesAccountFilters,
  accountOrder,
  isInSegment,
  keyOf,
  type UserSort,
  newestAccounts,
  userById,
  type UserRow,
  countByState,
  selectIds,
  type SelectedAccounts,
} from './accounts/queries.ts'
export { type AccountPageInput, pageOfAccounts, toAccountFilters } from './accounts/accounts.ts'

export { seededRandom } from './deck/rules.ts'

export { readUsualShare } from './compatibility/compatibility.ts'
export { readOrder } from './deck/queries.ts'
export { turnsFor } from './deck/ranking.ts'

export const personalData: PersonalData = { ...contacts, ...deck, ...friends, ...people, ...privacy }
