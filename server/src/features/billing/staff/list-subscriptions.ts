import type { AdminSubscription } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Keys } from '../../../infra/keys.ts'
import { dayOnly, disguise, pseudonymOf, undisguise } from '../../../infra/pseudonym.ts'
import { mayAs } from '../../../infra/staff.ts'
import { configurationOf } from '../../operations/index.ts'
import { toSubscription } from '../to-subscription.ts'
import { readFigures } from './figures.sql.ts'
import { countSubscriptions, listPage, type ListedRow, type SubscriptionPage } from './list-subscriptions.sql.ts'

const toAdminSubscription = (row: ListedRow): AdminSubscription => ({
  ...toSubscription(row),
  status: row.status,
  user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
})

/** Larger counts are cached (infra/memory.ts). */
const EXPENSIVE = 5000

const dayOrNull = (instant: string | null) => instant && dayOnly(instant)

const toAnonymous = (keys: Keys, { user, ...subscription }: AdminSubscription): AdminSubscription => ({
  ...subscription,
  _id: disguise(keys, subscription._id),
  createdAt: dayOnly(subscription.createdAt),
  updatedAt: dayOnly(subscription.updatedAt),
  canceledAt: dayOrNull(subscription.canceledAt),
  currentPeriodStart: dayOrNull(subscription.currentPeriodStart),
  currentPeriodEnd: dayOrNull(subscription.currentPeriodEnd),
  trialStart: dayOrNull(subscription.trialStart),
  trialEnd: dayOrNull(subscription.trialEnd),
  user: { _id: pseudonymOf(keys, user._id), name: '', email: null },
})

export async function listSubscriptions(context: Deps, { account }: Viewer, input: SubscriptionPage) {
  const { upToDate: db, clock, memory, keys } = context
  const { page, limit, status, plan, after } = input
  const seesPeople = mayAs(account, 'users.read')
  const { currency } = await configurationOf(context)
  const [rows, total, figures] = await Promise.all([
    listPage(db, seesPeople || !after ? input : { ...input, after: undisguise(keys, after) }),
    memory.cache(
      `subscriptions ${status} ${plan}`,
      () => countSubscriptions(db, { status, plan }),
      (count) => count > EXPENSIVE,
    ),
    memory.cache(
      `subscription figures ${currency}`,
      () => readFigures(db, currency, clock.now()),
      ({ active }) => active > EXPENSIVE,
    ),
  ])
  const subscriptions = rows.map(toAdminSubscription)
  return {
    subscriptions: seesPeople ? subscriptions : subscriptions.map((each) => toAnonymous(keys, each)),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    figures: {
      active: figures.active,
      pastDue: figures.past_due,
      canceledThisMonth: figures.canceled,
      revenue: figures.revenue,
      months: figures.months,
    },
  }
}
