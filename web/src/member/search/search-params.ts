import { OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import { withoutUndefined, numberIn, oneOf, textIn } from '../../api/params.ts'
import type { Search } from '../../paths.ts'

export type SearchParams = Search<'/search'>

/** The search in the URL. Invalid values are ignored. */
export const paramsIn = (search: SearchParams, distances: readonly number[]) =>
  withoutUndefined({
    q: textIn(search.q, 200),
    minAge: numberIn(search.minAge, YOUNGEST, OLDEST),
    maxAge: numberIn(search.maxAge, YOUNGEST, OLDEST),
    gender: textIn(search.gender, 400),
    distance: oneOf(distances.map(String), search.distance),
    city: textIn(search.city, 80),
    intention: textIn(search.intention, 40),
    interests: textIn(search.interests, 400),
    languages: textIn(search.languages, 400),
    online: oneOf(['true'], search.online),
    verified: oneOf(['true'], search.verified),
    newHere: oneOf(['true'], search.newHere),
    fields: textIn(search.fields, 400),
  })
export type KnownParams = ReturnType<typeof paramsIn>
