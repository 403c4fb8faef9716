import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import type { World } from './world.ts'

// Members who keep writing while operators change the database.

type Query = World['query']

/** Inserts rows of other people, so that copying takes a while. */
export const fill = (query: Query, rows: number) =>
  query(`
    with people as (select gen_random_uuid() as one, gen_random_uuid() as other from generate_series(1, ${rows})),
      chosen as (insert into choices (chooser_id, chosen_id, action, at) select one, other, 'pass', now() from people),
      noted as (insert into notifications (account_id, kind, topic, at, due_at, read_at, told_at, pushed_at)
        select one, 'like', 'likes', now(), now(), now(), now(), now() from people)
    insert into messages (match_id, seq, sender_id, client_id, text, created_at)
    select one, 1, other, 'filled', 'What did you sing?', now() from people`)

export type Answered = {
  messages: Set<string>
  choices: Map<string, string>
  made: number
  worst: number
  errors: string[]
}

/** Lets two matched members talk, and one of them swipe others back and forth, until stopped. */
export function keepWriting(one: Person, other: Person, match: string, others: readonly Person[]) {
  const answered: Answered = { messages: new Set(), choices: new Map(), made: 0, worst: 0, errors: [] }
  const run = randomUUID()
  let isOver = false
  const each = async (write: (nth: number) => Promise<void>) => {
    for (let nth = 0; !isOver; nth++) {
      const began = performance.now()
      await write(nth).catch((error: unknown) => answered.errors.push(String(error)))
      answered.worst = Math.max(answered.worst, performance.now() - began)
    }
  }
  const talks = each(async (nth) => {
    const body = { clientId: `${run} ${nth}`, text: `Verse ${nth}` }
    const sender = nth % 2 ? one : other
    const { message } = (await sender.client.sendMessage({ params: { id: match }, body })).data
    answered.messages.add(message._id)
  })
  const chooses = each(async (nth) => {
    const { user } = others[nth % others.length]!
    const action = Math.floor(nth / others.length) % 2 ? 'pass' : 'like'
    // Until the response arrives, the stored swipe is unknown.
    answered.choices.delete(user._id)
    await one.client.choose({ body: { userId: user._id, action } })
    answered.choices.set(user._id, action)
    answered.made++
  })
  const stop = async (): Promise<Answered> => {
    isOver = true
    await Promise.all([talks, chooses])
    return answered
  }
  return { answered, stop }
}

/** Acknowledged messages and swipes that are missing from the tables. */
export async function lost(query: Query, one: Person, { messages, choices }: Answered): Promise<string[]> {
  const ids = new Set((await query('select id from messages')).rows.map(({ id }) => id))
  const { rows } = await query(`select chosen_id as id, action from choices where chooser_id = '${one.user._id}'`)
  const received = await query(`select chosen_id as id from likes_received where chooser_id = '${one.user._id}'`)
  const reached = new Set(received.rows.map(({ id }) => id))
  const made = new Map(rows.map(({ id, action }) => [id, reached.has(id) ? action : `${action}, alone`]))
  return [
    ...[...messages].filter((id) => !ids.has(id)),
    ...[...choices].filter(([id, action]) => made.get(id) !== (action === 'pass' ? 'pass, alone' : action)).flat(),
  ]
}
