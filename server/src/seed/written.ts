import { later, minutes } from '../infra/clock.ts'
import { type Opening, SYSTEM, unitOfWork } from '../work.ts'

type Written = { at: Date; lines: readonly string[] }

export const writeTo = (deps: Opening, from: string, to: string, { at, lines }: Written) =>
  unitOfWork(deps, SYSTEM, async ({ tx }) => {
    const [a_id = '', b_id = ''] = [from, to].toSorted()
    const match = await tx
      .insertInto('matches')
      .values({ a_id, b_id, created_at: at })
      .onConflict((row) => row.columns(['a_id', 'b_id']).doUpdateSet({ ended_at: null }))
      .returning(['id', 'last_seq'])
      .executeTakeFirstOrThrow()
    const rows = lines.map((text, nth) => ({
      match_id: match.id,
      seq: match.last_seq + nth + 1,
      sender_id: from,
      client_id: `demo-${match.last_seq + nth}`,
      text,
      created_at: later(at, minutes(nth)),
    }))
    const messages = await tx
      .insertInto('messages')
      .values(rows)
      .returning(['id', 'seq', 'text', 'created_at'])
      .execute()
    const last = messages.reduce((one, other) => (other.seq > one.seq ? other : one))
    await tx
      .updateTable('matches')
      .set((row) => ({
        last_seq: last.seq,
        last_message_at: last.created_at,
        last_sender_id: from,
        last_text: last.text,
        ...(from === a_id
          ? { b_unread: row('b_unread', '+', lines.length) }
          : { a_unread: row('a_unread', '+', lines.length) }),
      }))
      .where('id', '=', match.id)
      .execute()
    return { last: last.id }
  })
