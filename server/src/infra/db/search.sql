-- How words are searched for. Called by `search.ts`, and by whatever lists people.

-- A pattern for what has these words in it. They are folded first: some signs of other scripts fold into those of
-- patterns.
create or replace function having_words(said text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(folded(said), '([\\%_])', '\\\1', 'g') || '%';

create or replace function lowered(texts text[]) returns text[]
  language sql immutable parallel safe
  return coalesce((select array_agg(lower(each)) from unnest(texts) each), '{}');
