import { heavyChoosers } from './deck.ts'
import { measure, ms } from './measure.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'

const CALLS = 40
const MOST = 30

const searches = [
  ['search without a filter', {}],
  ['search by a frequent word', { q: 'bread' }],
  ['search by a rare word', { q: 'axolotls' }],
  ['search by a word that nobody has', { q: 'zeppelins' }],
  ['search within 10 km, 25 to 35', { distance: '10', minAge: '25', maxAge: '35' }],
  ['search by interest and intention', { interests: 'bread', intention: 'friends' }],
] as const

/** What somebody who has made many thousand choices looks for. */
export async function searchSection({ bench, add }: Run): Promise<void> {
  const [heavy] = await heavyChoosers(bench)
  const { client } = present(heavy)
  const row = async (what: string, call: () => Promise<unknown>) => {
    const { median, p95 } = await measure(CALLS, call)
    add({
      what,
      measured: `${ms(median)}, p95 ${ms(p95)}`,
      beside: '',
      bar: `p95 at most ${MOST} ms`,
      met: p95 <= MOST,
    })
  }
  await row('GET /auth/users', () => client.listPeople())
  for (const [what, query] of searches) await row(what, () => client.searchPeople({ query }))
}
