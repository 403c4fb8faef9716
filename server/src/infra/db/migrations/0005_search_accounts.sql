-- The back office finds people by any part of a name or an address.
create extension if not exists pg_trgm;
create index accounts_search on accounts using gin (lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) gin_trgm_ops)
  where state <> 'erased';
