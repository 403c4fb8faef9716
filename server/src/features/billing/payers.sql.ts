import { sql } from 'kysely'

/**
 * Other payers with a card of this account, one of its newest ten. More than five accounts with one card are a business
 * or a stolen card, so these cards are left out. As a subquery, it keeps the hashes within this feature.
 */
export const payersWithSameCard = (accountId: string) => sql<{ id: string }>`
  select distinct u.id from (
    select array_agg(s.account_id) as payers from (
      select card_hash from payment_cards where account_id = ${accountId} order by first_seen_at desc limit 10) c
    cross join lateral (select o.account_id from payment_cards o where o.card_hash = c.card_hash limit 6) s
    group by c.card_hash having count(*) <= 5) cards
  cross join lateral unnest(payers) u(id) where u.id <> ${accountId}`
