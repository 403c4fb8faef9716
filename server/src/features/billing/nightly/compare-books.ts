import type { Deps } from '../../../deps.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { customerIdsOf } from '../gateway/customers.sql.ts'
import { endSuperseded } from '../gateway/end-superseded.ts'
import { saveCustomer } from '../gateway/ensure-customer.ts'
import { hasEnded, isRunning, SUPERSEDED } from '../rules.ts'
import { findByGatewayIds, type GatewayRow } from '../subscriptions.sql.ts'
import { decideUnknown } from './adopt-unknown.ts'
import { differs, ourEntry, saveDifference, theirEntry } from './differences.sql.ts'
import { accountStates, comparedUntil, saveComparedUntil, type AccountState } from './reconciliation.sql.ts'
import { syncAndNote } from './sync-and-note.ts'

// Finds subscriptions at the gateway that have no row here. Those with a row are read by reconcile.ts. It lists what
// was created since the last successful comparison. The database stores that time: a restored backup has an earlier
// one, so everything since the backup is listed. The first comparison lists everything.

/** Covers clock differences, and what was too new to compare the night before. */
const OVERLAP = days(3)

/** A newer subscription may belong to a checkout that hasn't saved its id yet. */
const MIN_AGE = hours(1)

export type ForEach = <T>(
  all: readonly T[],
  run: (one: T) => Promise<unknown>,
  atOnce?: number,
) => Promise<{ failed: number }>

export async function compareBooks(context: Deps, forEach: ForEach): Promise<void> {
  const { db, payments, clock } = context
  const startedAt = clock.now()
  const last = await comparedUntil(db, payments.name)
  const since = last ? later(last, -OVERLAP) : new Date(0)
  let failed = 0
  for (let after: string | null = null, isOver = false; !isOver; isOver = after === null) {
    const page = await payments.list(since, after)
    failed += (await comparePage(context, page.subscriptions, forEach)).failed
    after = page.next
  }
  if (failed === 0) await saveComparedUntil(db, payments.name, startedAt)
}

type Pair = { theirs: GatewaySubscription; row: GatewayRow | undefined }

async function comparePage(context: Deps, page: readonly GatewaySubscription[], forEach: ForEach) {
  const { db, payments, clock } = context
  const found = await findByGatewayIds(
    db,
    page.map(({ id }) => id),
  )
  const rows = new Map(found.map((row) => [row.provider_id, row]))
  const pairs = page.map((theirs): Pair => ({ theirs, row: rows.get(theirs.id) }))
  const accounts = await accountStates(db, [...new Set(pairs.flatMap((pair) => accountOf(pair) ?? []))])
  const customers = await customerIdsOf(db, payments.name, [...accounts.keys()])
  const youngest = later(clock.now(), -MIN_AGE)
  const different = pairs.filter(({ row, theirs }) =>
    row ? differs(row, theirs) && !isSupersededThere(row, theirs) : theirs.createdAt < youngest,
  )
  const compared = await forEach(different, ({ row, theirs }) =>
    row ? correctKnown(context, row, theirs) : decideUnknown(context, theirs, accounts),
  )
  const unsaved = unsavedCustomers(pairs, accounts, customers)
  const saved = await forEach(unsaved, (one) => compareCustomer(context, one))
  return { failed: compared.failed + saved.failed }
}

const accountOf = ({ row, theirs }: Pair): string | null => row?.account_id ?? theirs.account

type Customer = { accountId: string; theirs: GatewaySubscription }

/** Subscriptions of existing accounts whose customer id is missing or different in our row. */
const unsavedCustomers = (
  pairs: readonly Pair[],
  accounts: ReadonlyMap<string, AccountState>,
  customers: ReadonlyMap<string, string | null>,
): Customer[] =>
  pairs.flatMap((pair) => {
    const { theirs } = pair
    const accountId = accountOf(pair)
    if (!accountId || accounts.get(accountId) !== 'present') return []
    return customers.get(accountId) === theirs.customer ? [] : [{ accountId, theirs }]
  })

const isSupersededThere = (row: GatewayRow, theirs: GatewaySubscription): boolean =>
  row.status === SUPERSEDED && hasEnded(theirs)

async function correctKnown(context: Deps, row: GatewayRow, theirs: GatewaySubscription): Promise<boolean> {
  if (row.status !== SUPERSEDED) return syncAndNote(context, theirs.id)
  const isRefunded = await endSuperseded(context, row)
  await saveDifference(context, {
    kind: 'superseded',
    providerId: theirs.id,
    accountId: row.account_id,
    ours: ourEntry(row),
    theirs: theirEntry(theirs),
    outcome: isRefunded ? 'refunded' : 'ended',
  })
  return true
}

async function compareCustomer(context: Deps, { accountId, theirs }: Customer): Promise<void> {
  if ((await saveCustomer(context, accountId, theirs.customer)) || !isRunning(theirs)) return
  await saveDifference(context, {
    kind: 'customer',
    providerId: theirs.id,
    accountId,
    ours: null,
    theirs: null,
    outcome: 'open',
  })
}
