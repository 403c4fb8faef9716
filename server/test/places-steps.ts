import type { Person } from './people.ts'

export const names = async ({ client }: Person, query: object = {}) =>
  (await client.searchPeople({ query })).data.users.map(({ firstName }) => firstName).sort()
