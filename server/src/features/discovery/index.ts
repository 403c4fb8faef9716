import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as deck } from './deck/personal-data.ts'
import { personalData as people } from './people/personal-data.ts'
import { personalData as privacy } from './privacy/personal-data.ts'

export { discoveryHandlers } from './deck/routes.ts'
export { countChoices, decayExposure } from './deck/jobs.ts'
export { fitOrder, fitOutcomes, compared, FEWEST_CHOICES, fitGroups } from './learning/fitting.ts'
export { orderHandlers } from './learning/routes.ts'
export { peopleHandlers } from './people/routes.ts'
export { pictureFileHandlers } from './pictures/routes.ts'
export { privacyHandlers } from './privacy/routes.ts'

export { blocks, hasBlocked, hiddenFrom, likesRenewedAt, notBlocked, pairMark } from './eligibility/queries.ts'
export { type ViewerCriteria, assertComplete } from './eligibility/eligibility.ts'
export { couldSee, couldSeePicture, listedPeople, peopleById } from './people/people.ts'
export { lastSawName, nameSeen } from './people/names.ts'
export { canReach, type ReachablePerson, reachablePerson } from './people/reachable-person.ts'
export { toPerson } from './people/to-person.ts'

export { hideAddressBlockers } from './privacy/block-address.ts'

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

export const personalData: PersonalData = { ...deck, ...people, ...privacy }
