import type { ProfileChange } from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  // The filter removes exactly the keys that the type removes.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>

/** `name` is another field for the first name. */
export const toAccountColumns = ({
  firstName,
  name,
  lastName,
  dateOfBirth,
  timeZone,
}: ProfileChange): Updateable<Accounts> =>
  withoutUndefined({
    first_name: firstName ?? name,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    time_zone: timeZone,
  })

export const toProfileColumns = ({
  gender,
  interestedIn,
  intention,
  bio,
  prompts,
  interests,
  languages,
  basics,
}: ProfileChange): Updateable<Profiles> =>
  withoutUndefined({
    gender,
    interested_in: interestedIn,
    intention,
    bio: bio === '' ? null : bio,
    prompts: prompts && JSON.stringify(prompts),
    interests,
    languages,
    basics: basics && JSON.stringify(basics),
  })
