-- A trial begins when its card is known: until then there is a question about a card, and no subscription of the provider's.
alter table subscriptions add column setup_intent_id text unique, add column trial_days integer;
-- A disputed payment is told by the provider's books, and settled by them.
alter table subscriptions add column disputed boolean not null default false;
-- Where the provider shows an invoice.
alter table invoices add column link text;

alter table sandbox_subscriptions
  add column trial_start timestamptz,
  add column trial_end timestamptz,
  add column dispute text check (dispute in ('open', 'lost')),
  add column disputed_at timestamptz;
update sandbox_subscriptions set status = 'active', dispute = 'open', disputed_at = now() where card = 'dispute' and status = 'past_due';
-- Cards that are asked for without a payment: for later ones.
create table sandbox_setups (
  id text primary key,
  customer uuid not null references accounts on delete cascade,
  client_secret text not null unique,
  status text not null,
  card text,
  created_at timestamptz not null
);
