import { type RawBuilder, sql } from 'kysely'

/** Payments, failures, disputes, trials and ends of a member's subscriptions, as rows of their timeline. */
export const paymentsOfTimeline = (accountId: string, now: Date): RawBuilder<unknown>[] => [
  sql`
    select created_at as at, 'invoice:' || id as key, 'payments' as kind,
      case status when 'paid' then 'invoice.paid' else 'invoice.issued' end as action,
      account_id as actor_id, 'member' as actor_kind, null::text as reason,
      jsonb_build_object('payment', id, 'amount', amount, 'currency', currency) as details
    from invoices where account_id = ${accountId}`,
  sql`
    select since, 'late:' || id, 'payments', case why when 'dispute' then 'payment.disputed' else 'payment.failed' end,
      account_id, 'member', null, '{}' from late_payments where account_id = ${accountId}`,
  sql`
    select settled_at, 'settled:' || id, 'payments', case why when 'dispute' then 'payment.won' else 'payment.settled' end,
      account_id, 'member', null, '{}'
    from late_payments where account_id = ${accountId} and settled_at is not null and outcome = 'paid'`,
  sql`
    select trial_start, 'trial:' || id, 'payments', 'subscription.trial', account_id, 'member', null, '{}'
    from subscriptions where account_id = ${accountId} and trial_start is not null and trial_days is not null`,
  sql`
    select current_period_end, 'end:' || id, 'payments', 'subscription.ended', account_id, 'member', null, '{}'
    from subscriptions where account_id = ${accountId} and status = 'canceled' and current_period_end <= ${now}`,
]
