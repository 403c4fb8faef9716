// What other rooms may use of `matching`.
import type { PersonalData } from '../../infra/personal-data.ts'
import { personalData as choices } from './choices/personal-data.ts'
import { personalData as matches } from './matches/personal-data.ts'

export { choiceHandlers } from './choices/routes.ts'
export { tellLikes } from './choices/service.ts'
export { matchHandlers } from './matches/routes.ts'

/** What the room declares about its tables. */
export const personalData: PersonalData = { ...choices, ...matches }
