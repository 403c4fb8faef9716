import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import type pg from 'pg'

// Records everything that a member receives in any test, and checks at the end that no other member's private data is
// included.

/**
 * Values in private columns, and who may read each (null: no one). If several people share a value, each of them may.
 * Short texts could appear by chance; names, birthdays and places are long enough to be unique.
 */
const privateTexts = `
  with written as materialized (select match_id, text from messages where length(text) >= 12),
    noted as materialized (select chooser_id, chosen_id, note from choices where length(note) >= 12)
  select text, array_agg(distinct reader) as readers from (
    select email as text, id as reader from accounts
    -- The first administrator is called Admin, as are fields of answers.
    union all select last_name, id from accounts where length(last_name) >= 5 and last_name <> 'Admin' and state <> 'erased'
    union all select date_of_birth::text, id from accounts
    union all select place::text, null from profiles p, lateral (values (p.x), (p.y), (p.z)) a(place) where p.x is not null
    union all select s.name, s.account_id from saved_searches s where length(s.name) >= 12
    union all select r.description, r.reporter_id from reports r where length(r.description) >= 12
    union all select r.message, null from report_replies r where r.is_internal and length(r.message) >= 12
    union all select m.text, a.reader from written m join matches t on t.id = m.match_id,
      lateral (values (t.a_id), (t.b_id)) a(reader)
    union all select c.note, a.reader from noted c, lateral (values (c.chooser_id), (c.chosen_id)) a(reader)
    union all select provider_id, account_id from subscriptions
    union all select provider_id, account_id from invoices
    union all select endpoint, account_id from push_subscriptions
  ) private where text is not null group by text`

export function eavesdropper() {
  const received = new Map<string, string[]>()
  return {
    hear: (token: string | undefined, text: string) => {
      if (!token) return
      const who = subject(token)
      if (who) received.set(who, [...(received.get(who) ?? []), text])
    },
    /** Fails if a member received something private to someone else. */
    async compare(ask: (text: string) => Promise<pg.QueryResult>): Promise<void> {
      if (received.size === 0) return
      const { rows: staff } = (await ask('select id from accounts where is_admin or staff_role is not null')) as {
        rows: { id: string }[]
      }
      const { rows } = (await ask(privateTexts)) as { rows: { text: string; readers: (string | null)[] }[] }
      const leaks = [...received]
        .filter(([who]) => !staff.some(({ id }) => id === who))
        .flatMap(([who, texts]) => {
          const all = texts.join('\n')
          return rows
            .filter(({ text, readers }) => !readers.includes(who) && all.includes(text))
            .map(({ text }) => text)
        })
      expect(leaks, 'private texts in what another member received').toEqual([])
    },
  }
}

function subject(token: string): string | undefined {
  try {
    return decodeJwt(token).sub
  } catch {
    return undefined
  }
}
