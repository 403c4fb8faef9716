import { ApiError, CURRENCY, type AdminSubscription, type Subscription } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { afterMonths } from '../../infra/clock.ts'
import type { Tx } from '../../infra/db/db.ts'
import { audit } from '../operations/index.ts'
import { queueMail } from '../delivery/index.ts'
import { figures } from './figures.ts'
import * as queries from './queries.ts'
import { toldSubscription } from './service.ts'
import { extend } from './sync.ts'
import { asStaff, unitOfWork } from '../../work.ts'

type Wish = { page: number; limit: number; status?: string | undefined; plan?: string | undefined }

export async function listAll({ db, clock }: Deps, { page, limit, status, plan }: Wish) {
  const [{ rows, total }, told] = await Promise.all([
    queries.list(db, status, plan, page, limit),
    figures(db, clock.now()),
  ])
  return {
    subscriptions: rows.map((row): AdminSubscription => ({
      ...toldSubscription(row),
      user: { _id: row.account_id, name: `${row.first_name} ${row.last_name}`, email: row.email },
    })),
    pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    figures: {
      active: told.active,
      pastDue: told.past_due,
      canceledThisMonth: told.canceled,
      currency: CURRENCY,
      months: told.months,
    },
  }
}

/** Months that cost nothing: what runs is extended at the provider, else they begin when what was paid for ends. */
export async function givePremium(
  context: Deps,
  { account: staff }: Viewer,
  accountId: string,
  months: number,
  reason: string,
): Promise<Subscription> {
  const row = await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { now } = work
    if (!(await queries.holdAccount(work.tx, accountId))) throw new ApiError('not_found', 'There is no such user.')
    const given = await giveWithin(work.tx, accountId, months, now)
    const until = given.extend_to ?? given.current_period_end!
    await audit(work, {
      action: given.extend_to ? 'subscription.extended' : 'subscription.given',
      subjectId: accountId,
      reason,
      details: { months, until: until.toISOString() },
    })
    const more = `${months} more ${months === 1 ? 'month' : 'months'}`
    await queueMail(work, {
      to: accountId,
      kind: 'subscription',
      details: {
        subject: 'Premium, from us',
        lines: [`You have ${more} of premium, until ${until.toUTCString().slice(0, 16)}.`, reason],
        link: `${work.config.PUBLIC_URL}/premium`,
      },
    })
    return given
  })
  if (!row.extend_to) return toldSubscription(row)
  // The day stands in our books: however often it is brought to the provider, it is the same day; tonight, if not now.
  await extend(context, row).catch((error: unknown) => context.log.error({ err: error }, 'extension'))
  return toldSubscription((await queries.byId(context.db, accountId, row.id))!)
}

async function giveWithin(tx: Tx, accountId: string, months: number, now: Date): Promise<queries.Row> {
  const living = await queries.livingOf(tx, accountId)
  if (!living?.provider_id || living.status === 'incomplete') {
    const until = await queries.premiumUntil(tx, accountId)
    return queries.give(tx, accountId, until && until > now ? until : now, months, now)
  }
  const { current_period_end: end, extend_to: extended, status } = living
  if (!end || status === 'past_due')
    throw new ApiError('conflict', 'Their payment is late: it has to be settled first.')
  const from = extended && extended > end ? extended : end
  return queries.change(tx, living.id, { extend_to: afterMonths(from, months), updated_at: now })
}
