import { sql } from 'kysely'
import { seal } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'

/**
 * Remembers the cards that an account paid with, so that staff can see when a banned person returns with the same card.
 * Only keyed hashes are stored: they are equal for the same card, and reveal nothing about it. A subscription is also
 * read after its payer was erased, to end it. The lock makes sure that no card is remembered then.
 */
export async function saveCards(
  { tx, now, lastingKeys }: Work<'lastingKeys'>,
  accountId: string,
  cards: readonly string[],
): Promise<void> {
  if (cards.length === 0) return
  const [key] = lastingKeys.of('payment-card')
  if (!key) throw new Error('There is no key for payment cards.')
  const hashes = cards.map((card) => seal(key, card))
  await sql`
    with new_cards as materialized (
      select hash from unnest(${hashes}::bytea[]) h(hash)
      where not exists (select from payment_cards where account_id = ${accountId} and card_hash = hash))
    insert into payment_cards (account_id, card_hash, first_seen_at)
    select ${accountId}, hash, ${now} from new_cards where identity_lock(${accountId})
    on conflict do nothing`.execute(tx)
}
