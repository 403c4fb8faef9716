import { ApiError, type Subscription, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { afterMonths } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { extendSubscription } from '../gateway/extend-subscription.ts'
import { queueBillingMail } from '../queue-billing-mail.ts'
import { findLiving, getAgain } from '../subscriptions.sql.ts'
import { toSubscription } from '../to-subscription.ts'
import { addPremium } from './add-premium.ts'
import { lockAccount } from './gifts.sql.ts'

type GiftInput = { accountId: string; months: number; reason: string }

/** A running subscription is extended at the gateway; otherwise the gift begins when the paid time ends. */
export async function givePremium(context: Deps, { account: staff }: Viewer, input: GiftInput): Promise<Subscription> {
  const { accountId, months, reason } = input
  const { row, extended } = await unitOfWork(context, asStaff(staff.id), async (work) => {
    if (!(await lockAccount(work.tx, accountId))) throw new ApiError('not_found', 'We couldn’t find this user.')
    await assertNotOverdue(work.tx, accountId)
    const gift = await addPremium(work, accountId, (from) => afterMonths(from, months))
    await audit(work, {
      action: gift.extended ? 'subscription.extended' : 'subscription.given',
      subjectId: accountId,
      reason,
      details: { months, until: gift.until.toISOString() },
    })
    await queueBillingMail(work, accountId, ({ day }) => ({
      subject: message('A gift: {months, plural, one {# month} other {# months}} of Premium', { months }),
      lines: [
        message('Enjoy {months, plural, one {# month} other {# months}} of Premium for free, until {day}.', {
          months,
          day: day(gift.until),
        }),
        reason,
      ],
    }))
    return gift
  })
  if (!extended) return toSubscription(row)
  // Our row has the end date, so if the gateway doesn't answer now, the nightly job extends it to the same day.
  await extendSubscription(context, extended).catch((error: unknown) => context.log.error({ err: error }, 'extension'))
  return toSubscription(await getAgain(context.db, row))
}

async function assertNotOverdue(tx: Tx, accountId: string): Promise<void> {
  if ((await findLiving(tx, accountId))?.status === 'past_due')
    throw new ApiError('conflict', 'Their payment is overdue. It has to be paid first.')
}
