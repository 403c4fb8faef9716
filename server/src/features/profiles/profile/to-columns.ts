import type { ProfileChange } from '@kindred/contract'
import * as suggestions from '@kindred/contract/profiles/suggestions'
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

/** The prompts with the keys of those that are suggested. */
export const toPromptKeys = <P extends { question: string }>(prompts: readonly P[]): P[] =>
  prompts.map((prompt) => ({ ...prompt, question: suggestions.prompts.keyOf(prompt.question) }))

/** Suggestions are stored by their keys, in whatever language they were written. Two spellings of one are one. */
const keysOf = (keyOf: (text: string) => string, texts: readonly string[]): string[] => [...new Set(texts.map(keyOf))]

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
    prompts: prompts && JSON.stringify(toPromptKeys(prompts)),
    interests: interests && keysOf(suggestions.interests.keyOf, interests),
    languages: languages && keysOf(suggestions.spoken.keyOf, languages),
    basics: basics && JSON.stringify(basics),
  })
