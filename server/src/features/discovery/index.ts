import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as deck } from './deck/personal-data.ts'
import { personalData as people } from './people/personal-data.ts'
import { personalData as privacy } from './privacy/personal-data.ts'

export { discoveryHandlers } from './deck/routes.ts'
export { countChoices, fadeExposure } from './deck/jobs.ts'
export { fitOrder } from './learning/fit-order.ts'
export { fitOutcomes } from './learning/fit-outcomes.ts'
export { orderHandlers } from './learning/routes.ts'
export { peopleHandlers } from './people/routes.ts'
export { pictureFileHandlers } from './pictures/routes.ts'
export { privacyHandlers } from './privacy/routes.ts'

export { blocks, hasBlocked, hiddenFrom, likesRenewedAt, notBlocked, pairMark } from './eligibility/relations.sql.ts'
export { type ViewerCriteria, assertComplete } from './eligibility/viewer-criteria.ts'
export { couldSee, couldSeePicture } from './people/could-see.ts'
export { lastSawName, nameSeen } from './people/names.sql.ts'
export { listedPeople, peopleById } from './people/people-by-id.ts'
export { canReach, type ReachablePerson, reachablePerson } from './people/reachable-person.ts'
export { toPerson } from './people/to-person.ts'

export { hideAddressBlockers } from './privacy/block-address.ts'

export { type AccountFilters, matchesAccountFilters } from './accounts/account-filters.sql.ts'
export { accountOrder, isInSegment, keyOf, type UserSort } from './accounts/account-order.sql.ts'
export { newestAccounts, userById, type UserRow } from './accounts/accounts.sql.ts'
export { type AccountPageInput, pageOfAccounts, toAccountFilters } from './accounts/list-accounts.ts'
export { countByState, selectIds, type SelectedAccounts } from './accounts/selected-accounts.sql.ts'

export { seededRandom } from './deck/rules.ts'

export { readUsualShare } from './compatibility/usual-share.ts'
export { readOrder } from './deck/order-groups.sql.ts'
export { turnsFor } from './deck/turns.ts'
export { compared, FEWEST_CHOICES, fitGroups } from './learning/fit.ts'

export const personalData: PersonalData = { ...deck, ...people, ...privacy }
