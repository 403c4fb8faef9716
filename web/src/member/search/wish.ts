import { distances, intentions } from '@kindred/contract/profiles/users'
import { given, numberIn, oneOf, textIn } from '../../api/params.ts'
import type { Search } from '../../paths.ts'

/** What is asked for, as text: what is typed, and what the address says. */
export type Wish = Search<'/search'>

const [youngest, oldest] = [18, 120]

/** What the address asks for; what it says wrong counts as not said. */
export const wishIn = (said: Wish) =>
  given({
    q: textIn(said.q, 200),
    minAge: numberIn(said.minAge, youngest, oldest),
    maxAge: numberIn(said.maxAge, youngest, oldest),
    gender: textIn(said.gender, 400),
    distance: oneOf(distances.map(String), said.distance),
    city: textIn(said.city, 80),
    intention: oneOf(intentions, said.intention),
    interests: textIn(said.interests, 400),
    languages: textIn(said.languages, 400),
    online: oneOf(['true'], said.online),
    verified: oneOf(['true'], said.verified),
  })
export type KnownWish = ReturnType<typeof wishIn>
