import { sql } from 'kysely'
import type { Work } from '../work.ts'
import { ageOn, allQuestions, answerQuestion, writeAnswerSheets } from '../features/profiles/index.ts'
import { days, later, minutes } from '../infra/clock.ts'
import { type Character, named, zoesWishes } from './community.ts'
import { nth, pick, type Random } from './pick.ts'
import { addConversations } from './talk.ts'
import { addNotifications } from './notifications.ts'

type Choice = {
  chooser_id: string
  chosen_id: string
  action: string
  note: string | null
  note_on?: string | null
  at: Date
}

const wants = (one: Character, other: Character) => {
  const gender = other.profile?.gender ?? ''
  const group = ['woman', 'man'].includes(gender) ? gender : 'non-binary'
  return one.profile?.interestedIn?.includes(group) ?? false
}
const meets = (one: Character, other: Character) => wants(one, other) && wants(other, one)

const notes = ['Your sourdough made me hungry!', 'A choir! What do you sing?', 'You had me at sourdough.']

export async function addHistory(
  work: Work<'keys'>,
  people: readonly Character[],
  ids: readonly string[],
  random: Random,
) {
  const { tx, now } = work
  await answers(work, people, ids, random)
  const choices = [...randomChoices(now, people, ids, random), ...zoesChoices(now, people, ids)]
  for (let from = 0; from < choices.length; from += 1000)
    await tx
      .insertInto('choices')
      .values(choices.slice(from, from + 1000))
      .onConflict((row) => row.doNothing())
      .execute()
  await sql`
    insert into likes_received (chosen_id, chooser_id, action, note, note_on, note_on_photo, at)
    select chosen_id, chooser_id, action, note, note_on, note_on_photo, at from choices where action <> 'pass'`.execute(
    tx,
  )
  await sql`
    insert into shown_texts (author_id, reader_id, place, text, since)
    select chooser_id, chosen_id, 'note', note, at from choices where note is not null`.execute(tx)
  await sql`
    insert into matches (a_id, b_id, created_at)
    select c.chooser_id, c.chosen_id, greatest(c.at, l.at)
    from choices c join likes_received l on l.chosen_id = c.chooser_id and l.chooser_id = c.chosen_id
    where c.chooser_id < c.chosen_id and c.action <> 'pass'`.execute(tx)
  if (ids[0]) await addConversations(work, ids[0])
  if (ids[0]) await addNotifications(tx, ids[0], now)
  await sql`
    with g as materialized (
      select chooser_id as id, count(*)::int as gave, (count(*) filter (where action <> 'pass'))::int as likes
      from choices group by 1)
    update ranking_stats s set gave = g.gave, gave_likes = g.likes from g where s.account_id = g.id`.execute(tx)
  await sql`
    with g as materialized (
      select chosen_id as id, count(*)::int as got, (count(*) filter (where action <> 'pass'))::int as likes
      from choices group by 1)
    update ranking_stats s set got = g.got, got_likes = g.likes from g where s.account_id = g.id`.execute(tx)
  await sql`
    update ranking_stats set
      base_rank = order_rank(discovery_order_of(shown_to), gave_likes, gave, got_likes, got, shown, 1)
    where got > 0`.execute(tx)
}

async function answers(work: Work, people: readonly Character[], ids: readonly string[], random: Random) {
  const { tx, now } = work
  const rows = people.flatMap((person, at) => {
    if (!person.profile) return []
    const answered = allQuestions.filter(() => random() < (at === 0 ? 0.5 : 0.25))
    return answered.map(({ id, answers: offered }) => {
      const chosen = Math.floor(random() * offered.length)
      const refused = Math.floor(random() * offered.length)
      return {
        account_id: nth(ids, at),
        question_id: id,
        answer: chosen,
        accepted: offered.flatMap((_, each) => (each === refused && each !== chosen ? [] : [each])),
        importance: pick(random, [1, 10, 10, 50, 250]),
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
  await writeAnswerSheets(tx, ids)
  // One answer goes through the service, to detect if it refuses the data.
  const [first, question] = [ids[0], allQuestions[0]]
  const input = { answer: 0, accepted: [0, 1], importance: 10 as const, shown: true }
  if (first && question) await answerQuestion({ ...work, caller: { language: 'en' } }, first, question, input)
}

function randomChoices(now: Date, people: readonly Character[], ids: readonly string[], random: Random): Choice[] {
  return people.flatMap((person, at) => {
    // People try the product as Zoë, so her deck stays unswiped.
    if (at === 0 || !person.profile) return []
    return people.flatMap((other, to) => {
      if (to === at || to === 0 || !meets(person, other) || random() > 0.4) return []
      const action = random() < 0.4 ? 'like' : random() < 0.03 ? 'superlike' : 'pass'
      const since = Math.min(person.joinedDaysAgo, other.joinedDaysAgo)
      return [
        {
          chooser_id: nth(ids, at),
          chosen_id: nth(ids, to),
          action,
          note: null,
          at: later(now, -days(random() * since)),
        },
      ]
    })
  })
}

/** Six in the evening, some days ago, when people talk. */
function evening(now: Date, daysAgo: number): Date {
  const at = later(now, -days(daysAgo))
  at.setUTCHours(18, 0, 0, 0)
  return at
}

/** True for members written by hand and for neighbors of the ages that Zoë looks for. */
const isNear = (at: number, { born, profile }: Character, now: Date) => {
  const age = ageOn(born, now)
  const isNeighbor = ['Lisbon', 'Almada', 'Cascais', 'Oeiras'].includes(profile?.location?.city ?? '')
  return at < named.length || (isNeighbor && age >= zoesWishes.ageMin && age <= zoesWishes.ageMax)
}

/** Thirteen people like Zoë, some with a note, some for one of her answers. She likes five of them back. */
function zoesChoices(now: Date, people: readonly Character[], ids: readonly string[]): Choice[] {
  const zoe = people[0]
  const fans = zoe
    ? people
        .flatMap((person, at) =>
          at > 0 && meets(zoe, person) && person.state === 'active' && person.verified && isNear(at, person, now)
            ? [at]
            : [],
        )
        .slice(0, 13)
    : []
  return fans.flatMap((at, rank) => {
    const when = evening(now, rank + 1)
    const action = rank > 10 ? 'superlike' : 'like'
    const note = action === 'superlike' ? nth(notes, rank) : null
    const [fan, she] = [nth(ids, at), nth(ids, 0)]
    const asked = rank % 2 === 1 ? (zoe?.profile?.prompts?.[0]?.question ?? null) : null
    const theirs = { chooser_id: fan, chosen_id: she, action, note, note_on: note ? null : asked, at: when }
    const hers = { chooser_id: she, chosen_id: fan, action: 'like', note: null, at: later(when, minutes(30)) }
    return rank < 5 ? [theirs, hers] : [theirs]
  })
}
