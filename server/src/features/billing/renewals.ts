import { CURRENCY } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'
import { eachByItself } from '../../infra/jobs.ts'
import { queueMail } from '../delivery/index.ts'
import * as queries from './queries.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'

/** How long before a payment it is told: the longer the plan, the likelier that somebody has forgotten it. */
const ahead = (plan: string) => days(plan === 'monthly' ? 3 : 14)
const LONGEST = days(14)

/** Each night: nobody pays again without having been told, once, with the way out. */
export async function tellRenewals(context: Deps): Promise<void> {
  const now = context.clock.now()
  await eachByItself(await queries.renewing(context.db, now, later(now, LONGEST)), ({ id }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      const row = await queries.holdRenewing(work.tx, id)
      const end = row?.current_period_end
      if (!row || !end || later(end, -ahead(row.plan)) > work.now) return
      await queries.change(work.tx, id, { renewal_told_for: end })
      const price = `${(row.amount / 100).toFixed(2)} ${CURRENCY}`
      const day = end.toUTCString().slice(0, 16)
      await queueMail(work, {
        to: row.account_id,
        kind: 'subscription',
        details: {
          subject:
            row.trial_start && row.status === 'trialing' ? `Your trial ends on ${day}` : `Premium goes on from ${day}`,
          lines: [
            `Your plan (${row.plan}) is paid for then: ${price}.`,
            'If you do not want that, cancel before: one click, and premium stays until that day.',
          ],
          link: `${work.config.PUBLIC_URL}/premium`,
        },
      })
    }),
  )
}
