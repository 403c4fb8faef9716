-- needs 0320_currencies
-- Where the payer of a subscription lives, for its tax. Null: no tax is calculated for it.
alter table subscriptions add column tax_country text;
alter table subscriptions add column tax_postal_code text;
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check
  check (kind in ('unknown', 'missing', 'changed', 'superseded', 'customer', 'untaxed'));
