create or replace function lowered(texts text[]) returns text[]
  language sql immutable parallel safe
  return coalesce((select array_agg(lower(each)) from unnest(texts) each), '{}');
