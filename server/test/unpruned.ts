/** Statements of the busiest calls that read or write several parts of a table, and why. docs/scale.md lists them, too. */
type Unpruned = {
  call: string
  table: string
  /** What only this statement says. */
  statement: string
  reason: string
}

export const unpruned: readonly Unpruned[] = [
  {
    call: 'deck',
    table: 'sightings',
    statement: 'left join sightings seen on seen.account_id = s.account_id',
    reason: 'when each candidate was last active',
  },
  {
    call: 'search',
    table: 'sightings',
    statement: 'l.account_id in (select account_id from sightings where seen_at >=',
    reason: 'whether each person who is found is online',
  },
  {
    call: 'like that matches',
    table: 'notifications',
    statement: 'insert into notifications as saved',
    reason: 'one notification for each of the two',
  },
  {
    call: 'matches',
    table: 'messages',
    statement: 'from messages where match_id = m.id and seq = m.last_seq limit 1) last',
    reason: 'the last message of each match, and how many are unread',
  },
  {
    call: 'forgotten pushes',
    table: 'notifications',
    statement: 'update notifications set push_due_at = null',
    reason: 'what is due, of all members: a job that runs each minute',
  },
  {
    call: 'digests',
    table: 'notifications',
    statement: 'select account_id from ( select account_id, due_at from notifications',
    reason: 'whose mail is due, of all members: a job that runs each minute',
  },
]
