import type { Insertable } from 'kysely'
import { NO_REASON } from '../features/moderation/index.ts'
import { days, later } from '../infra/clock.ts'
import type { Decisions } from '../infra/db/schema.ts'
import type { Work } from '../work.ts'
import type { Character } from './community.ts'

// A decision of each kind, each in another state: active, expired, lifted and undone.

type Case = Pick<Insertable<Decisions>, 'kind' | 'state' | 'rule' | 'rule_title' | 'category' | 'facts'> & {
  daysAgo: number
  lasts?: number
}

const money = { rule: 6, rule_title: 'No business, no money', category: 'scam' }
const insults = { rule: 3, rule_title: 'No means no', category: 'harassment' }
const someoneElse = { rule: 1, rule_title: 'Be who you say you are', category: 'fake_profile' }

/** Decisions for accounts that the community already has in these states. */
const restricted: Partial<Record<Character['state'], Case>> = {
  suspended: {
    ...insults,
    kind: 'suspend',
    state: 'in_force',
    facts: 'Kept writing to two people after they had asked to be left alone.',
    daysAgo: 16,
    lasts: 30,
  },
  banned: {
    ...money,
    kind: 'ban',
    state: 'in_force',
    facts: 'Asked four people for money, with the same story each time.',
    daysAgo: 40,
  },
  deactivated: {
    kind: 'deactivate',
    state: 'in_force',
    rule: null,
    rule_title: null,
    category: 'other',
    facts: NO_REASON,
    daysAgo: 30,
  },
}

const past: readonly Case[] = [
  { ...insults, kind: 'warn', state: 'in_force', facts: 'Insulted someone who had ended a conversation.', daysAgo: 20 },
  {
    ...money,
    kind: 'limit',
    state: 'expired',
    facts: 'Sent the same link to a shop to nine people.',
    daysAgo: 60,
    lasts: 7,
  },
  { ...someoneElse, kind: 'hide', state: 'lifted', facts: 'A photo looked like an actor. It wasn’t one.', daysAgo: 90 },
  { ...money, kind: 'suspend', state: 'undone', facts: 'Mistaken for someone else.', daysAgo: 10, lasts: 7 },
]

function rowOf({ daysAgo, lasts, ...decision }: Case, subject_id: string, now: Date): Insertable<Decisions> {
  const at = later(now, -days(daysAgo))
  const until = lasts === undefined ? null : later(at, days(lasts))
  const isOver = decision.state !== 'in_force'
  return {
    ...decision,
    subject_id,
    source: 'own',
    created_at: at,
    in_force_at: at,
    settled_at: at,
    days: lasts ?? null,
    until,
    strike_until: decision.state === 'undone' || decision.kind === 'deactivate' ? null : later(at, days(180)),
    ended_at: isOver ? (until ?? later(at, days(2))) : null,
  }
}

export async function addDecisions(
  { tx, now }: Work,
  people: readonly Character[],
  ids: readonly string[],
): Promise<void> {
  const rows = people.flatMap(({ state }, at) => {
    const [found, id] = [restricted[state], ids[at]]
    return found && id ? [rowOf(found, id, now)] : []
  })
  // Visitors sign in as the first demo person.
  const others = ids.filter((_, at) => at > 0 && people[at]?.state === 'active')
  past.forEach((each, at) => {
    const id = others[at]
    if (id) rows.push(rowOf(each, id, now))
  })
  if (rows.length > 0) await tx.insertInto('decisions').values(rows).execute()
}
