import { distances, intentions } from '@kindred/contract/profiles/users'
import { withoutUndefined, numberIn, oneOf, textIn } from '../../api/params.ts'
import type { Search } from '../../paths.ts'

/** The search as text, as it is typed and as it appears in the address. */
export type SearchParams = Search<'/search'>

const [youngest, oldest] = [18, 120]

/** What the address asks for; what it says wrong counts as not search. */
export const paramsIn = (search: SearchParams) =>
  withoutUndefined({
    q: textIn(search.q, 200),
    minAge: numberIn(search.minAge, youngest, oldest),
    maxAge: numberIn(search.maxAge, youngest, oldest),
    gender: textIn(search.gender, 400),
    distance: oneOf(distances.map(String), search.distance),
    city: textIn(search.city, 80),
    intention: oneOf(intentions, search.intention),
    interests: textIn(search.interests, 400),
    languages: textIn(search.languages, 400),
    online: oneOf(['true'], search.online),
    verified: oneOf(['true'], search.verified),
  })
export type KnownParams = ReturnType<typeof paramsIn>
