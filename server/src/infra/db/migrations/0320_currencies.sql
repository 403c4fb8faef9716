-- needs 0295_keys_of_suggestions
-- A subscription keeps the currency that it was bought in. Everything so far was in euros. The default remains for
-- servers of the previous version, which sell in euros only.
alter table subscriptions add column currency text default 'EUR';
alter table subscriptions alter column currency set not null;
alter table sandbox_subscriptions add column currency text default 'EUR';
alter table sandbox_subscriptions alter column currency set not null;
