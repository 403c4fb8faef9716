import type { ProfileValues } from '@kindred/contract'
import { ourValues } from '@kindred/contract/profiles/our-values'
import { configure } from './configuring.ts'
import type { Person } from './people.ts'

// Helpers shared by the tests of what an operator lets members choose.

/** Our values, in order, with these changes of some. */
export const ours = <List extends keyof typeof ourValues>(
  list: List,
  changes: Readonly<Record<string, object>> = {},
): { id: string }[] => ourValues[list].map((id) => ({ id, ...changes[id] }))

/** Saves the values as an administrator, and returns them as stored. */
export const setValues = async ({ client }: Person, values?: ProfileValues): Promise<ProfileValues | undefined> =>
  (await configure(client, { profileValues: values })).profileValues
