import type { Deps } from '../../deps.ts'
import { days, hours, later } from '../../infra/clock.ts'
import { isTaken } from '../../infra/db/db.ts'
import type { GatewaySubscription } from '../../infra/payments/gateway.ts'
import { customersKept, keepCustomer } from './customers.ts'
import { bookedHere, bookedThere, differs, noteDifference } from './differences.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { follow } from './sync.ts'
import { decideUnknown, isRunning } from './unknown.ts'
import { byProviders, noteWalk, peopleOf, walkedUntil } from './walk-queries.ts'

// What the provider has, held against what we have. Everything that runs here is read by its own id anyway (nightly.ts), so this has
// to find only what has no row here, and that was made at some time: it lists what was made since the last walk that went through,
// instead of everything every night. The moment of that walk is kept in the database: a restored backup brings an earlier one back,
// and all that was made since the backup is listed. The first walk lists everything.

/** Clocks differ, and what is too young to be judged is left for the next night. */
const OVERLAP = days(3)

/** What was made within it may be a checkout that has not written its id down yet. */
const YOUNG = hours(1)

/** Does something for each of many; one that fails keeps no other back. */
export type Each = <T>(all: readonly T[], work: (one: T) => Promise<unknown>) => Promise<{ failed: number }>

export async function walkProvider(context: Deps, each: Each): Promise<void> {
  const { db, payments, clock } = context
  const began = clock.now()
  const last = await walkedUntil(db, payments.name)
  const since = last ? later(last, -OVERLAP) : new Date(0)
  let failed = 0
  for (let after: string | null = null, isOver = false; !isOver; isOver = after === null) {
    const page = await payments.list(since, after)
    failed += (await comparePage(context, page.subscriptions, each)).failed
    after = page.next
  }
  // What failed is listed again the next night.
  if (failed === 0) await noteWalk(db, payments.name, began)
}

async function comparePage(context: Deps, page: readonly GatewaySubscription[], each: Each) {
  const { db, clock } = context
  const rows = new Map(
    (
      await byProviders(
        db,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.provider_id!, row]),
  )
  const people = await peopleOf(db, [
    ...new Set(page.flatMap((theirs) => rows.get(theirs.id)?.account_id ?? theirs.account ?? [])),
  ])
  const kept = await customersKept(context, [...people.keys()])
  const young = later(clock.now(), -YOUNG)
  const toCompare = page.filter((theirs) => {
    const row = rows.get(theirs.id)
    return row ? differs(row, theirs) && !isOver(row, theirs) : theirs.createdAt < young
  })
  const compared = await each(toCompare, (theirs) => {
    const row = rows.get(theirs.id)
    return row ? compareKnown(context, row, theirs) : decideUnknown(context, theirs, people)
  })
  const toKeep = page.flatMap((theirs) => {
    const accountId = rows.get(theirs.id)?.account_id ?? theirs.account
    const isKept = !accountId || people.get(accountId) !== 'here' || kept.get(accountId) === theirs.customer
    return isKept ? [] : [{ accountId, theirs }]
  })
  const customers = await each(toKeep, (one) => compareCustomer(context, one))
  return { failed: compared.failed + customers.failed }
}

/** Given up here, and ended there. */
const isOver = (row: queries.Row, { status }: GatewaySubscription): boolean =>
  row.status === queries.SUPERSEDED && ['canceled', 'incomplete_expired'].includes(status)

async function compareKnown(context: Deps, row: queries.Row, theirs: GatewaySubscription): Promise<boolean> {
  if (row.status !== queries.SUPERSEDED) return followAndNote(context, theirs.id)
  const isRefunded = await endSuperseded(context, row)
  await noteDifference(
    context.db,
    context.payments.name,
    {
      kind: 'superseded',
      providerId: theirs.id,
      accountId: row.account_id,
      ours: bookedHere(row),
      theirs: bookedThere(theirs),
      outcome: isRefunded ? 'refunded' : 'ended',
    },
    context.clock.now(),
  )
  return true
}

/** Takes over what the provider has, and notes what was otherwise here. */
export async function followAndNote(context: Deps, providerId: string): Promise<boolean> {
  const taken = await follow(context, providerId).catch(async (error: unknown) => {
    if (!isTaken(error, 'subscriptions_living')) throw error
    await noteSecond(context, providerId)
  })
  if (!taken) return false
  const { before, after, differed, isMissing } = taken
  if (!before || !(differed || isMissing)) return differed
  await noteDifference(
    context.db,
    context.payments.name,
    {
      kind: isMissing ? 'missing' : 'changed',
      providerId,
      accountId: before.account_id,
      ours: bookedHere(before),
      theirs: after ? bookedHere(after) : null,
      outcome: isMissing ? 'open' : 'taken_over',
    },
    context.clock.now(),
  )
  return differed
}

/** Ended here, running there, and its person has another one by now: which of the two goes on is for staff to decide. */
async function noteSecond({ db, payments, clock }: Deps, providerId: string): Promise<void> {
  const [row, theirs] = [await queries.byProvider(db, providerId), await payments.fetch(providerId)]
  if (!row || !theirs) return
  await noteDifference(
    db,
    payments.name,
    {
      kind: 'changed',
      providerId,
      accountId: row.account_id,
      ours: bookedHere(row),
      theirs: bookedThere(theirs),
      outcome: 'open',
    },
    clock.now(),
  )
}

/** A customer that is not kept yet is; what runs for another one than is kept waits for staff. */
async function compareCustomer(
  context: Deps,
  { accountId, theirs }: { accountId: string; theirs: GatewaySubscription },
): Promise<void> {
  if ((await keepCustomer(context, accountId, theirs.customer)) || !isRunning(theirs)) return
  await noteDifference(
    context.db,
    context.payments.name,
    { kind: 'customer', providerId: theirs.id, accountId, ours: null, theirs: null, outcome: 'open' },
    context.clock.now(),
  )
}
