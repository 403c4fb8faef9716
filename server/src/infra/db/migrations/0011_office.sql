-- What the back office finds people by, made once for each row instead of at each search.
alter table accounts add column words text not null
  generated always as (lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) stored;
drop index accounts_search;
create index accounts_search on accounts using gin (words gin_trgm_ops) where state <> 'erased';
create index accounts_by_name on accounts (lower(first_name), lower(last_name), id) where state <> 'erased';

-- Reports are called by the last six characters of their ids.
create index reports_short_ids on reports (right(id::text, 6));
-- Nearly every question about people begins with whom somebody looks for, and of which age.
create index listings_ages on listings (gender_group, born);
-- The few who are out, and those who pay: found and counted without a look at everybody else.
create index accounts_out on accounts (created_at desc, id desc) where state not in ('active', 'paused');
create index accounts_premium on accounts (premium_until) where premium_until is not null;
