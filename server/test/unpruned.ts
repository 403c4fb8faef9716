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
]
