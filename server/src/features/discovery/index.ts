// What other rooms may use of `discovery`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as deck } from './deck/personal-data.ts'
import { personalData as people } from './people/personal-data.ts'
import { personalData as privacy } from './privacy/personal-data.ts'

export {
  fitting,
  idsAmong,
  newestAccounts,
  type SelectedAccounts,
  statesOf,
  userById,
  type UserRow,
  type Wish,
} from './accounts/accounts.sql.ts'
export { type PageAsked, pageOfUsers, wishFrom } from './accounts/list-accounts.ts'
export { discoveryHandlers } from './deck/routes.ts'
export { seeded } from './deck/rules.ts'
export { settleExposure } from './deck/service.ts'
export { couldSee, couldSeePicture } from './people/could-see.ts'
export { peopleHandlers } from './people/routes.ts'
export { canReach, hiddenFrom, liked, listed, lookingAs, notBlocked, peopleOf } from './people/service.ts'
export { servePictures } from './pictures/serve.ts'
export { privacyHandlers } from './privacy/routes.ts'
export { isHiddenFrom, keepApart } from './privacy/service.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...deck, ...people, ...privacy }
