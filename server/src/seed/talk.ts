import { closings } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { days, later, minutes } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'

// The conversations between the demo's first member and her matches.

/** Who writes, how many minutes after the previous line, and what. */
type Line = [who: 'she' | 'they', after: number, text: string | typeof LOAF]

/** A picture instead of text. It is drawn together with the portraits. */
const LOAF = Symbol('a loaf')

const songs: Line[] = [
  ['they', 40, 'A choir! Which voice do you sing?'],
  ['she', 25, 'Alto, so mostly the same three notes while the sopranos have fun.'],
  ['they', 4, 'Those three notes hold everything up.'],
  ['they', 1, 'I only sing while I cook, for eight even when we are two. The neighbours have opinions.'],
  ['she', 180, 'What do you cook when you sing loudest?'],
  ['they', 15, 'Rice with far too much garlic. It is the waiting that does it.'],
  ['she', 30, 'I bake on Sundays. Bread has even more waiting.'],
  ['they', 9, 'Then you must know a lot of songs.'],
  ['she', 400, LOAF],
  ['she', 1, 'This one took eleven verses.'],
  ['they', 30, 'Eleven! May I hear them, with a slice?'],
]
const hurry: Line[] = [
  ['they', 30, 'Hello Zoë! You sound like somebody who knows where the good bread is.'],
  ['she', 50, 'The bakery behind the market, before eight. What brings you here?'],
  ['they', 6, 'Work, mostly. I am rarely in this app. Add me on whatsapp? It is quicker there.'],
]
const quiet: Line[] = [
  ['she', 60, 'You collect lighthouses? How does one carry them home?'],
  ['they', 600, 'In a notebook, one page each. Forty-one so far, two in the fog.'],
  ['she', 90, 'Which one would you go back to?'],
]
const train: Line[] = [
  ['she', 15, 'Was it me? On the train to Cascais, on a Thursday, asleep?'],
  ['they', 60, 'Green coat, mouth a little open? I would never draw that. (It came out well.)'],
  ['she', 20, 'I want to see it. Or burn it. I have not decided.'],
  ['they', 12, 'It is in the book that I carry on Saturdays. There is a garden with an old fig tree where I draw.'],
  ['she', 35, 'Saturday, half past four, under the fig tree?'],
  ['they', 8, 'I will bring something to eat. See you there!'],
]

/**
 * The newest match has no messages yet. The next has an unread one, one suggests another app, and one has been quiet
 * for weeks.
 */
const talks: { lines: Line[]; unread: number; daysAgo?: number }[] = [
  { lines: [], unread: 0 },
  { lines: songs, unread: 1 },
  { lines: train, unread: 0 },
  { lines: hurry, unread: 0 },
  { lines: quiet, unread: 0, daysAgo: 20 },
]

/** A picture that is only in a message. It is drawn later. */
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
      alt: 'A round loaf on a board, drawn',
      position: null,
      created_at,
    })
    .execute()
  return public_id
}

async function write(
  tx: Tx,
  match: { id: string; created_at: Date },
  she: string,
  they: string,
  { lines, unread, daysAgo = 0 }: (typeof talks)[number],
) {
  const began = later(match.created_at, -days(daysAgo))
  if (daysAgo > 0) await tx.updateTable('matches').set({ created_at: began }).where('id', '=', match.id).execute()
  const loaf = lines.some(([, , what]) => what === LOAF) ? await pictureOf(tx, she, began) : null
  let at = began
  const rows = lines.map(([who, after, what], nth) => {
    at = later(at, minutes(after))
    const content = typeof what === 'string' ? { text: what } : { public_id: loaf }
    return {
      ...content,
      match_id: match.id,
      seq: nth + 1,
      sender_id: who === 'she' ? she : they,
      client_id: `demo-${nth}`,
      created_at: at,
    }
  })
  if (rows.length === 0) return
  const written = await tx.insertInto('messages').values(rows).returning(['id', 'seq']).execute()
  await tx
    .updateTable('matches')
    .set({ last_seq: rows.length, last_message_at: at })
    .where('id', '=', match.id)
    .execute()
  const seen = (account_id: string, seq: number) => ({ match_id: match.id, account_id, seq, delivered: rows.length })
  await tx
    .insertInto('reads')
    .values([seen(she, rows.length - unread), seen(they, rows.length)])
    .execute()
  const hers = written.find(({ seq }) => seq === lines.findIndex(([who]) => who === 'she') + 1)
  if (hers) await tx.insertInto('reactions').values({ message_id: hers.id, account_id: they, emoji: '😂' }).execute()
}

/** A match that ended with a kind sentence, with someone she has no other history with. */
async function farewell(tx: Tx, she: string, now: Date): Promise<void> {
  await sql`
    insert into matches (a_id, b_id, created_at, ended_at, ended_by, closing)
    select least(${she}::uuid, l.account_id), greatest(${she}::uuid, l.account_id),
      ${later(now, -days(24))}, ${later(now, -days(6))}, l.account_id, ${closings['met-somebody']}
    from listings l where l.gender_group = 'man' and not l.incognito and l.account_id <> ${she}
      and not exists (
        select from choices where (chooser_id, chosen_id) in ((${she}, l.account_id), (l.account_id, ${she})))
    order by l.created_at limit 1`.execute(tx)
}

export async function talkOf(tx: Tx, she: string, now: Date): Promise<void> {
  const matches = await tx
    .selectFrom('matches')
    .select(['id', 'a_id', 'b_id', 'created_at'])
    .where((row) => row.or([row('a_id', '=', she), row('b_id', '=', she)]))
    .orderBy('created_at', 'desc')
    .execute()
  for (const [nth, match] of matches.entries()) {
    const talk = talks[nth]
    if (talk) await write(tx, match, she, match.a_id === she ? match.b_id : match.a_id, talk)
  }
  await farewell(tx, she, now)
}
