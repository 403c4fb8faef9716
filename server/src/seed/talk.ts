import { closings } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sealPlace } from '../features/chat/index.ts'
import { showChanged } from '../features/matching/index.ts'
import { days, later, minutes } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import type { Work } from '../work.ts'

// The conversations between the demo's first member and her matches.

type Line = [who: 'she' | 'they', after: number, text: string | typeof LOAF]

/** A photo instead of text, which is drawn together with the portraits. */
const LOAF = Symbol('a loaf')

const songs: Line[] = [
  ['they', 40, 'A choir! What part do you sing?'],
  ['she', 25, 'Alto. So basically the same three notes while the sopranos have all the fun'],
  ['they', 4, 'Hey, those three notes hold the whole thing up'],
  ['they', 1, 'I only sing while I’m cooking. My neighbors have opinions'],
  ['she', 180, 'What are you cooking when you sing the loudest?'],
  ['they', 15, 'Rice with way too much garlic. It’s the waiting around that does it'],
  ['she', 30, 'I bake bread on Sundays. Even more waiting!'],
  ['they', 9, 'So you must know a LOT of songs'],
  ['she', 960, LOAF],
  ['she', 1, 'This one took eleven verses'],
  ['they', 30, 'Eleven?! Can I hear them? And maybe have a slice?'],
]
const hurry: Line[] = [
  ['they', 30, 'Hi Zoë! You seem like someone who knows where to get good bread'],
  ['she', 50, 'The bakery behind the market, before 8. What brings you to Lisbon?'],
  ['they', 6, 'Work, mostly. I’m not on here much, can you add me on whatsapp? It’s faster'],
]
const quiet: Line[] = [
  ['she', 60, 'You collect lighthouses? How do you get them home?'],
  ['they', 780, 'In a notebook, one page each. 41 so far, two of them in fog'],
  ['she', 90, 'Which one would you go back to?'],
]
const train: Line[] = [
  ['she', 15, 'Was it me? Asleep on the train to Cascais, on a Thursday?'],
  ['they', 60, 'Green coat, mouth slightly open? I’d never draw that. (It turned out great.)'],
  ['she', 20, 'I want to see it. Or burn it. I haven’t decided'],
  ['they', 12, 'It’s in my Saturday sketchbook. I usually draw in the garden with the old fig tree'],
  ['she', 35, 'Saturday, 4:30, under the fig tree?'],
  ['they', 8, 'I’ll bring snacks. See you there!'],
]

type Meeting = { place: string; when: 'saturday' | 'past' }

/**
 * The newest match has no messages yet. The next has an unread one, one suggests another app, and one has been quiet
 * for weeks.
 */
const talks: { lines: Line[]; unread: number; daysAgo?: number; date?: Meeting }[] = [
  { lines: [], unread: 0 },
  { lines: songs, unread: 1, daysAgo: 2, date: { place: 'The bakery behind the market', when: 'past' } },
  { lines: train, unread: 0, date: { place: 'The garden with the old fig tree', when: 'saturday' } },
  { lines: hurry, unread: 0 },
  { lines: quiet, unread: 0, daysAgo: 20 },
]

async function pictureOf(tx: Tx, account_id: string, created_at: Date): Promise<string> {
  const public_id = randomBytes(16).toString('hex')
  await tx
    .insertInto('pictures')
    .values({
      public_id,
      account_id,
      name: 'loaf.webp',
      size: 40_000,
      mime_type: 'image/webp',
      width: 800,
      height: 600,
      placeholder: '',
      alt: 'A drawing of a round loaf of bread on a board',
      position: null,
      created_at,
    })
    .execute()
  return public_id
}

/** Returns when the last message was written. */
async function write(
  tx: Tx,
  match: { id: string; created_at: Date },
  she: string,
  they: string,
  { lines, unread, daysAgo = 0 }: (typeof talks)[number],
): Promise<Date> {
  const began = later(match.created_at, -days(daysAgo))
  if (daysAgo > 0) await tx.updateTable('matches').set({ created_at: began }).where('id', '=', match.id).execute()
  const loaf = lines.some(([, , what]) => what === LOAF) ? await pictureOf(tx, she, began) : null
  let at = began
  const rows = lines.map(([who, after, what], nth) => {
    at = later(at, minutes(after))
    const content = typeof what === 'string' ? { text: what } : { kind: 'picture', public_id: loaf }
    return {
      ...content,
      match_id: match.id,
      seq: nth + 1,
      sender_id: who === 'she' ? she : they,
      client_id: `demo-${nth}`,
      created_at: at,
    }
  })
  if (rows.length === 0) return at
  const written = await tx.insertInto('messages').values(rows).returning(['id', 'seq']).execute()
  const [length, her] = [rows.length, rows.length - unread]
  const isA = she < they
  await tx
    .updateTable('matches')
    .set({
      last_seq: length,
      last_message_at: at,
      last_sender_id: lines.at(-1)?.[0] === 'she' ? she : they,
      a_read: isA ? her : length,
      b_read: isA ? length : her,
      a_shown_read: isA ? her : length,
      b_shown_read: isA ? length : her,
      a_received: length,
      b_received: length,
    })
    .where('id', '=', match.id)
    .execute()
  await showChanged(tx, match.id)
  const hers = written.find(({ seq }) => seq === lines.findIndex(([who]) => who === 'she') + 1)
  if (hers) {
    const reaction = { match_id: match.id, message_id: hers.id, account_id: they, emoji: '😂' }
    await tx.insertInto('reactions').values(reaction).execute()
  }
  return at
}

/** Adds a match that ended with a farewell note, with someone who has no other history with her. */
async function farewell(tx: Tx, she: string, now: Date): Promise<void> {
  await sql`
    with known as materialized (
      select chooser_id, chosen_id from choices where chooser_id = ${she} or chosen_id = ${she})
    insert into matches (a_id, b_id, created_at, ended_at, ended_by, closing)
    select least(${she}::uuid, l.account_id), greatest(${she}::uuid, l.account_id),
      ${later(now, -days(24))}, ${later(now, -days(6))}, l.account_id, ${closings['met-somebody']}
    from listings l where l.gender_group = 'man' and not l.incognito and l.account_id <> ${she}
      and l.account_id not in (select chooser_id from known union all select chosen_id from known)
    order by l.created_at limit 1`.execute(tx)
}

function nextSaturday(now: Date): Date {
  const at = later(now, days((6 - now.getUTCDay() + 7) % 7 || 7))
  at.setUTCHours(16, 30, 0, 0)
  return at
}

function dayBeforeYesterday(now: Date): Date {
  const at = later(now, -days(2))
  at.setUTCHours(18, 30, 0, 0)
  return at
}

async function meet(
  { tx, now, keys }: Work<'keys'>,
  match: { id: string; agreed_at: Date },
  pair: [string, string],
  date: Meeting,
) {
  const starts_at = date.when === 'saturday' ? nextSaturday(now) : dayBeforeYesterday(now)
  await tx
    .insertInto('date_plans')
    .values({
      match_id: match.id,
      proposer_id: pair[0],
      receiver_id: pair[1],
      slots: [starts_at],
      place: sealPlace(keys, date.place),
      state: 'accepted',
      starts_at,
      over_at: starts_at,
      created_at: match.agreed_at,
      decided_at: match.agreed_at,
      asked_at: starts_at < now ? now : null,
    })
    .execute()
}

export async function addConversations(work: Work<'keys'>, she: string): Promise<void> {
  const { tx, now } = work
  const matches = await tx
    .selectFrom('matches')
    .select(['id', 'a_id', 'b_id', 'created_at'])
    .where((row) => row.or([row('a_id', '=', she), row('b_id', '=', she)]))
    .orderBy('created_at', 'desc')
    .execute()
  for (const [nth, match] of matches.entries()) {
    const talk = talks[nth]
    if (!talk) continue
    const they = match.a_id === she ? match.b_id : match.a_id
    const agreed_at = await write(tx, match, she, they, talk)
    if (talk.date) await meet(work, { id: match.id, agreed_at }, [she, they], talk.date)
  }
  await farewell(tx, she, now)
  // A message shows that its sender was active when they wrote it.
  await sql`
    update accounts a set last_active_at = m.at
    from (select sender_id, max(created_at) as at from messages group by 1) m
    where a.id = m.sender_id and a.last_active_at < m.at`.execute(tx)
}
