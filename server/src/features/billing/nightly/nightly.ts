import { message } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import type { Deps } from '../../../deps.ts'
import { queueBillingMail } from '../billing.ts'
import { customerIdsOf } from '../gateway/queries.ts'
import {
  endSubscription,
  endSuperseded,
  extendSubscription,
  saveCustomer,
  saveInvoices,
  supersedeCheckout,
  syncSubscription,
} from '../gateway/snapshots.ts'
import { beginTrial, endRenewal, listRenewingOfLeaving } from '../members/subscription.ts'
import {
  type AccountState,
  accountStates,
  closeDifference,
  comparedUntil,
  type Difference,
  differs,
  insertAdopted,
  listAwaitingCard,
  listDue,
  listOpen,
  listOverdue,
  listSettled,
  listSupersededSince,
  listToExtend,
  listUnannounced,
  lockUnannounced,
  type OpenDifference,
  ourEntry,
  readUntil,
  saveComparedUntil,
  saveDifference,
  saveReadUntil,
  theirEntry,
} from './queries.ts'
import {
  findByGatewayId,
  findByGatewayIds,
  findOpenSubscription,
  type GatewayRow,
  type SubscriptionRow,
  updateIncomplete,
  updateSubscription,
} from '../queries.ts'
import { hasEnded, hasRefundable, isOpen, isRunning, LONGEST_NOTICE, noticeOf, SUPERSEDED } from '../rules.ts'
import type { WriteMail } from '../../delivery/index.ts'
import { audit } from '../../operations/index.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { failFor, forEachSeparately } from '../../../infra/jobs.ts'
import type { GatewaySubscription } from '../../../infra/payments/gateway.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

// Subscriptions at the gateway without a row here (docs/decisions/0015-payment-reconciliation.md).

/**
 * Adopts a subscription if its payer has no other, and ends it if the payer has one or was erased, or if it was never
 * paid. One that names none of our accounts may not be ours to end, so staff decide. Returns true if it was corrected.
 */
async function decideUnknown(
  context: Deps,
  theirs: GatewaySubscription,
  accounts: ReadonlyMap<string, AccountState>,
): Promise<boolean> {
  const note = (outcome: Difference['outcome'], accountId: string | null) =>
    saveDifference(context, {
      kind: 'unknown',
      providerId: theirs.id,
      accountId,
      ours: null,
      theirs: theirEntry(theirs),
      outcome,
    })
  const isOver = hasEnded(theirs)
  const { account } = theirs
  const state = account ? accounts.get(account) : undefined
  if (!account || !state) {
    if (!isOver) await note('open', null)
    return false
  }
  if (isOver && (state === 'erased' || !(await hasOurMoney(context, theirs)))) return false
  const isAdopted = state === 'present' && (await tryToAdopt(context, account, theirs))
  if (!isAdopted) await context.payments.cancel(theirs.id, false)
  await note(isAdopted ? 'taken_over' : 'ended', state === 'present' ? account : null)
  return true
}

const hasOurMoney = async ({ payments }: Deps, { id }: GatewaySubscription): Promise<boolean> =>
  (await payments.invoices(id)).some(hasRefundable)

const isTheirs = (row: SubscriptionRow, { plan, amount, currency }: GatewaySubscription): boolean =>
  row.provider_id === null && row.plan === plan && row.amount === amount && row.currency === currency

async function tryToAdopt(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { db, clock } = context
  const open = await findOpenSubscription(db, accountId)
  if (open && isTheirs(open, theirs)) {
    const values = { provider_id: theirs.id, updated_at: clock.now() }
    if (!(await updateIncomplete(db, open, values))) return false
    await syncSubscription(context, theirs.id)
    return true
  }
  if (theirs.status === 'incomplete' || (open && isRunning(open) && isRunning(theirs))) return false
  // A later, unpaid checkout gives way to the running subscription.
  if (open && isRunning(theirs)) await supersedeCheckout(context, open)
  return adopt(context, accountId, theirs)
}

/** Sends no receipts, because the payer got them at the time of payment. */
async function adopt(context: Deps, accountId: string, theirs: GatewaySubscription): Promise<boolean> {
  const { payments } = context
  const invoices = await payments.invoices(theirs.id)
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      const row = await insertAdopted(work.tx, accountId, payments.name, theirs, work.now)
      await saveInvoices(work.tx, invoices, row)
    })
  } catch (error) {
    // The member started another subscription at the same time.
    if (isTaken(error, 'subscriptions_living')) return false
    throw error
  }
  await syncSubscription(context, theirs.id)
  return true
}

const announcement =
  ({ plan, amount, currency, trial_days, status }: SubscriptionRow, end: Date): WriteMail =>
  ({ day }) => ({
    subject:
      trial_days !== null && status === 'trialing'
        ? message('Your trial ends on {day}', { day: day(end) })
        : message('Your Premium subscription renews on {day}', { day: day(end) }),
    lines: [
      message(
        'On {day}, we’ll charge {amount, number, price} for your {plan, select, monthly {monthly} quarterly ' +
          '{quarterly} other {annual}} plan.',
        { day: day(end), ...inText(amount, currency), plan },
      ),
      message('Don’t want to continue? Cancel before then with one click, and keep Premium until that day.'),
    ],
  })

export async function announceRenewals(context: Deps): Promise<void> {
  const now = context.clock.now()
  await forEachSeparately(await listUnannounced(context.db, now, later(now, LONGEST_NOTICE)), (key) =>
    unitOfWork(context, SYSTEM, async (work) => {
      const row = await lockUnannounced(work.tx, key)
      const end = row?.current_period_end
      if (!row || !end || later(end, -noticeOf(row.plan)) > work.now) return
      await updateSubscription(work.tx, key, { renewal_told_for: end })
      await queueBillingMail(work, row.account_id, announcement(row, end))
    }),
  )
}

async function syncAndNote(context: Deps, gatewayId: string): Promise<boolean> {
  const result = await syncSubscription(context, gatewayId).catch(async (error: unknown) => {
    if (!isTaken(error, 'subscriptions_living')) throw error
    await noteSecond(context, gatewayId)
  })
  if (!result) return false
  const { before, after, differed, isMissing } = result
  if (!before || !(differed || isMissing)) return differed
  await saveDifference(context, {
    kind: isMissing ? 'missing' : 'changed',
    providerId: gatewayId,
    accountId: before.account_id,
    ours: ourEntry(before),
    theirs: after ? ourEntry(after) : null,
    outcome: isMissing ? 'open' : 'taken_over',
  })
  return differed
}

/**
 * The subscription has ended here but runs at the gateway, and the member now has another one. Staff decide which one
 * stays.
 */
async function noteSecond(context: Deps, gatewayId: string): Promise<void> {
  const row = await findByGatewayId(context.db, gatewayId)
  const theirs = await context.payments.fetch(gatewayId)
  if (!row || !theirs) return
  await saveDifference(context, {
    kind: 'changed',
    providerId: gatewayId,
    accountId: row.account_id,
    ours: ourEntry(row),
    theirs: theirEntry(theirs),
    outcome: 'open',
  })
}

// Lists subscriptions created at the gateway since the last successful comparison, to find those without a row here.
// The database stores that time: a restored backup has an earlier one, so everything since the backup is listed. The
// first comparison lists everything.

/** Covers clock differences, and subscriptions that were too new to compare the night before. */
const OVERLAP = days(3)

/** A newer subscription may belong to a checkout that hasn't saved its id yet. */
const MIN_AGE = hours(1)

type ForEach = <T>(all: readonly T[], run: (one: T) => Promise<unknown>, atOnce?: number) => Promise<{ failed: number }>

async function compareBooks(context: Deps, forEach: ForEach): Promise<void> {
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

async function closeCorrectedDifferences(context: Deps): Promise<void> {
  const { db, payments, clock } = context
  const open = await listOpen(db, payments.name)
  const found = await findByGatewayIds(
    db,
    open.map(({ provider_id }) => provider_id),
  )
  const rows = new Map(found.map((row) => [row.provider_id, row]))
  const accountIds = open.flatMap(({ account_id }) => account_id ?? [])
  const customers = await customerIdsOf(db, payments.name, accountIds)
  await forEachSeparately(open, async (difference) => {
    const row = rows.get(difference.provider_id)
    const theirs = await payments.fetch(difference.provider_id)
    if (isCorrected(difference, row, theirs, customers)) await closeDifference(db, difference.id, clock.now())
  })
}

function isCorrected(
  { kind, account_id }: OpenDifference,
  row: SubscriptionRow | undefined,
  theirs: GatewaySubscription | null,
  customers: ReadonlyMap<string, string | null>,
): boolean {
  if (kind === 'missing') return theirs !== null || !row || !isOpen(row)
  if (!theirs || !(isRunning(theirs) || theirs.status === 'incomplete')) return true
  if (kind === 'untaxed') return theirs.isTaxed
  if (kind === 'changed') return row !== undefined && !differs(row, theirs)
  return kind === 'customer' ? customers.get(account_id ?? '') === theirs.customer : row !== undefined
}

const MOST = 20_000
const AT_ONCE = 8

/**
 * Reads subscriptions that no event has changed for a day: those with a due renewal, payment or trial, and as many of
 * the others as a night allows, continuing where the last night ended.
 */
async function readRunning(context: Deps, forEach: ForEach, most = MOST): Promise<void> {
  const { db, clock, payments } = context
  const now = clock.now()
  const since = later(now, -days(1))
  const read = (rows: readonly { provider_id: string }[]) =>
    forEach(rows, ({ provider_id }) => syncAndNote(context, provider_id), AT_ONCE)
  await read(await listDue(db, since, now))
  const last = await readUntil(db, payments.name)
  const settled = await listSettled(db, since, now, last, most)
  const { failed } = await read(settled)
  // If too many reads failed, the next night repeats them.
  if (failed * 2 <= settled.length) await saveReadUntil(db, payments.name, settled.at(-1)?.provider_id ?? '')
}

const RETRIED = days(3)

/**
 * Retries interrupted requests to the gateway, reads what events may have missed, and compares the books. Staff see the
 * differences, and the log counts them. A failed step doesn't stop the others, but fails the job at the end, so that it
 * is retried and, if that doesn't help, shown to staff.
 */
export async function reconcile(context: Deps, most?: number): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  const report = { read: 0, corrected: 0, failed: 0 }
  const failures: unknown[] = []
  const fail = (error: unknown) => {
    report.failed = failures.push(error)
    log.error({ err: error }, 'reconciliation')
  }
  const forEach: ForEach = async (rows, run, atOnce = 1) => {
    const before = report.failed
    const one = (row: (typeof rows)[number]) =>
      run(row).then((differed) => void (report.corrected += differed === true ? 1 : 0), fail)
    for (let at = 0; at < rows.length; at += atOnce) await Promise.all(rows.slice(at, at + atOnce).map(one))
    report.read += rows.length
    return { failed: report.failed - before }
  }
  await forEach(await listToExtend(db), (row) => extendSubscription(context, row))
  await forEach(await listSupersededSince(db, later(now, -RETRIED)), (row) => endSuperseded(context, row))
  await forEach(await listRenewingOfLeaving(db), (row) => endRenewal(context, row))
  await forEach(await listAwaitingCard(db, later(now, -RETRIED)), (row) => beginTrial(context, row))
  await readRunning(context, forEach, most)
  // The gateway may keep trying the card after the week of grace. We end the subscription, so that the member can start
  // over.
  await forEach(await listOverdue(db, now), ({ provider_id }) => endSubscription(context, provider_id))
  await compareBooks(context, forEach).catch(fail)
  await closeCorrectedDifferences(context).catch(fail)
  await publish(context, report)
  // The two steps that list the gateway's books count, too.
  failFor(failures, report.read + 2)
}

/** The audit log gets the report only if anything was corrected or failed. */
async function publish(context: Deps, report: { read: number; corrected: number; failed: number }): Promise<void> {
  const { db, log, payments } = context
  log.info(report, 'reconciled with the payment gateway')
  const open = (await listOpen(db, payments.name)).length
  if (report.corrected + report.failed === 0) return
  await unitOfWork(context, SYSTEM, (work) =>
    audit(work, { action: 'payments.reconciled', details: { ...report, ...(open > 0 ? { open } : {}) } }),
  )
}
