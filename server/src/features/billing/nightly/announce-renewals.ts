import { message } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import type { WriteMail } from '../../delivery/index.ts'
import { queueBillingMail } from '../queue-billing-mail.ts'
import { LONGEST_NOTICE, noticeOf } from '../rules.ts'
import { updateSubscription, type SubscriptionRow } from '../subscriptions.sql.ts'
import { listUnannounced, lockUnannounced } from './renewals.sql.ts'

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
