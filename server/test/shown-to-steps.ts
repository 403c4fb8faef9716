import type { Person } from './people.ts'

/** The ids of the people that someone finds in each list. */
export const found = async ({ client }: Person) => {
  const ids = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id).sort()
  return {
    deck: ids((await client.discover({ query: { limit: '100' } })).data.people.map(({ user }) => user)),
    search: ids((await client.searchPeople({ query: { limit: '100' } })).data.users),
    words: ids((await client.searchPeople({ query: { q: 'choir', limit: '100' } })).data.users),
    people: ids((await client.listPeople({ query: { limit: '100' } })).data.users),
    count: (await client.getFilterCosts()).data.fitting,
  }
}
