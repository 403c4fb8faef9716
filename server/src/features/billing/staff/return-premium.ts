import { message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { extendSubscription } from '../gateway/extend-subscription.ts'
import { listToExtend } from '../nightly/reconciliation.sql.ts'
import { queueBillingMail } from '../queue-billing-mail.ts'
import { addPremium } from './add-premium.ts'

type Returned = { accountId: string; days: number; decision: string }

/**
 * Restores days of premium that a wrong decision took, in the transaction that overturns it. The member's account is
 * locked.
 */
export async function returnPremium(
  work: Work<'config' | 'jobs' | 'keys'>,
  { accountId, days: count, decision }: Returned,
): Promise<void> {
  const { until, extended } = await addPremium(work, accountId, (from) => later(from, days(count)))
  await audit(work, {
    action: 'subscription.returned',
    subjectId: accountId,
    details: { days: count, until: until.toISOString(), decision },
  })
  await queueBillingMail(work, accountId, ({ day }) => ({
    subject: message('We’ve restored your Premium days'),
    lines: [
      message(
        'While our decision applied, you missed {count, plural, one {# day} other {# days}} of Premium. We’ve added ' +
          'the time, so you have Premium until {day}.',
        { count, day: day(until) },
      ),
    ],
  }))
  if (extended) await work.jobs.add(work.tx, 'extend-subscription', { accountId })
}

export async function extendAtGateway(context: Deps, accountId: string): Promise<void> {
  for (const row of await listToExtend(context.db, accountId)) await extendSubscription(context, row)
}
