import { distances, intentions } from '@kindred/contract/profiles/users'
import { numberIn, oneOf, textIn } from '../../api/params.ts'

export type Wish = Partial<
  Record<
    | 'q'
    | 'minAge'
    | 'maxAge'
    | 'gender'
    | 'distance'
    | 'city'
    | 'intention'
    | 'interests'
    | 'languages'
    | 'online'
    | 'verified'
    | 'page',
    string
  >
>

const [youngest, oldest] = [18, 120]

/** What the address asks for; what it says wrong counts as not said. */
export function wishIn(said: Record<string, unknown>): Wish {
  const known: Omit<Record<keyof Wish, string | undefined>, 'page'> = {
    q: textIn(said['q'], 200),
    minAge: numberIn(said['minAge'], youngest, oldest),
    maxAge: numberIn(said['maxAge'], youngest, oldest),
    gender: textIn(said['gender'], 400),
    distance: oneOf(distances.map(String), said['distance']),
    city: textIn(said['city'], 80),
    intention: oneOf(intentions, said['intention']),
    interests: textIn(said['interests'], 400),
    languages: textIn(said['languages'], 400),
    online: oneOf(['true'], said['online']),
    verified: oneOf(['true'], said['verified']),
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
