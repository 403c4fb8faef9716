import { heavyChoosers } from './deck.ts'
import { beside, timesRow } from './floor.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'

const BAR = 30

const searches = [
  ['search without a filter', {}],
  ['search by a frequent word', { q: 'bread' }],
  ['search by a rare word', { q: 'axolotls' }],
  ['search by a word that nobody has', { q: 'zeppelins' }],
  ['search within 10 km, 25 to 35', { distance: '10', minAge: '25', maxAge: '35' }],
  ['search by interest and intention', { interests: 'bread', intention: 'friends' }],
] as const

export async function searchSection(run: Run): Promise<void> {
  const { bench, add, calls } = run
  const { client } = present((await heavyChoosers(bench))[0])
  const row = async (what: string, call: () => Promise<unknown>) =>
    add(timesRow({ what, ...(await beside(bench, calls, call)), kind: 'rows', bar: BAR, at: 'p95', judge: run }))
  await row('GET /auth/users', () => client.listPeople())
  for (const [what, query] of searches) await row(what, () => client.searchPeople({ query }))
}
