import { sql } from 'kysely'
import type { Work } from '../work.ts'
import { allQuestions, answerQuestion } from '../features/profiles/index.ts'
import { days, later } from '../infra/clock.ts'
import type { Character } from './community.ts'
import { talkOf } from './talk.ts'
import { toldOf } from './told.ts'

type Random = () => number
type Decided = { chooser_id: string; chosen_id: string; action: string; note: string | null; at: Date }

const wants = (one: Character, other: Character) => {
  const gender = other.says?.gender ?? ''
  const group = ['woman', 'man'].includes(gender) ? gender : 'non-binary'
  return one.says?.interestedIn?.includes(group) ?? false
}
const meets = (one: Character, other: Character) => wants(one, other) && wants(other, one)

const notes = ['Your bread made me hungry.', 'A choir! Which voice?', 'You had me at the long way home.']

/** What happened among the demo people before anybody looked: answers, likes and passes, and the matches that came of them. */
export async function livelyHistory(work: Work, people: readonly Character[], ids: readonly string[], random: Random) {
  const { tx, now } = work
  await answers(work, people, ids, random)
  const decided = [...ofEverybody(now, people, ids, random), ...ofZoe(now, people, ids)]
  for (let from = 0; from < decided.length; from += 1000)
    await tx
      .insertInto('choices')
      .values(decided.slice(from, from + 1000))
      .onConflict((row) => row.doNothing())
      .execute()
  await sql`
    insert into matches (a_id, b_id, created_at)
    select a.chooser_id, a.chosen_id, greatest(a.at, b.at) from choices a join choices b on b.chooser_id = a.chosen_id and b.chosen_id = a.chooser_id
    where a.chooser_id < a.chosen_id and a.action <> 'pass' and b.action <> 'pass'`.execute(tx)
  if (ids[0]) await talkOf(tx, ids[0], now)
  if (ids[0]) await toldOf(tx, ids[0], now)
  await sql`
    update standings s set gave = g.gave, gave_likes = g.likes from (
      select chooser_id as id, count(*)::int as gave, (count(*) filter (where action <> 'pass'))::int as likes from choices group by 1) g
    where s.account_id = g.id`.execute(tx)
  await sql`
    update standings s set got = g.got, got_likes = g.likes, base_rank = base_rank(s.gave_likes, s.gave, g.likes, g.got, s.shown, 1, 1) from (
      select chosen_id as id, count(*)::int as got, (count(*) filter (where action <> 'pass'))::int as likes from choices group by 1) g
    where s.account_id = g.id`.execute(tx)
}

async function answers({ tx, now }: Work, people: readonly Character[], ids: readonly string[], random: Random) {
  const rows = people.flatMap((person, at) => {
    if (!person.says) return []
    const asked = allQuestions.filter(() => random() < (at === 0 ? 0.5 : 0.25))
    return asked.map(({ id, answers: offered }) => {
      const chosen = Math.floor(random() * offered.length)
      const refused = Math.floor(random() * offered.length)
      return {
        account_id: ids[at]!,
        question_id: id,
        answer: chosen,
        accepted: offered.flatMap((_, each) => (each === refused && each !== chosen ? [] : [each])),
        importance: [1, 10, 10, 50, 250][Math.floor(random() * 5)]!,
        shown: random() < 0.85,
        at: now,
      }
    })
  })
  for (let from = 0; from < rows.length; from += 2000)
    await tx
      .insertInto('answers')
      .values(rows.slice(from, from + 2000))
      .execute()
  // One through the service, so that what it refuses would be noticed here.
  if (ids[0] && allQuestions[0])
    await answerQuestion({ db: tx, clock: { now: () => now } }, ids[0], allQuestions[0].id, {
      answer: 0,
      accepted: [0, 1],
      importance: 10,
      shown: true,
    })
}

function ofEverybody(now: Date, people: readonly Character[], ids: readonly string[], random: Random): Decided[] {
  return people.flatMap((person, at) => {
    // Zoë is who tries the product: her deck is hers to decide about.
    if (at === 0 || !person.says) return []
    return people.flatMap((other, to) => {
      if (to === at || to === 0 || !meets(person, other) || random() > 0.4) return []
      const action = random() < 0.4 ? 'like' : random() < 0.03 ? 'superlike' : 'pass'
      const since = Math.min(person.joinedDaysAgo, other.joinedDaysAgo)
      return [
        { chooser_id: ids[at]!, chosen_id: ids[to]!, action, note: null, at: later(now, -days(random() * since)) },
      ]
    })
  })
}

/** Somebody likes her, some with a note; five of them she likes back. */
function ofZoe(now: Date, people: readonly Character[], ids: readonly string[]): Decided[] {
  const zoe = people[0]
  const fans = zoe
    ? people
        .flatMap((person, at) =>
          at > 0 && meets(zoe, person) && person.state === 'active' && person.verified ? [at] : [],
        )
        .slice(0, 13)
    : []
  return fans.flatMap((at, nth) => {
    const when = later(now, -days(nth + 0.5))
    const action = nth > 10 ? 'superlike' : 'like'
    const note = action === 'superlike' ? notes[nth % notes.length]! : null
    const theirs = { chooser_id: ids[at]!, chosen_id: ids[0]!, action, note, at: when }
    const hers = { chooser_id: ids[0]!, chosen_id: ids[at]!, action: 'like', note: null, at: later(when, days(0.2)) }
    return nth < 5 ? [theirs, hers] : [theirs]
  })
}
