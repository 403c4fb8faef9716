-- Ends the calls of matches that end or are hidden. Whatever does that calls it (`discovery/privacy`, `matching`).

create or replace function chat_end_calls(matches uuid[], at timestamptz) returns void
language plpgsql as $$
begin
  update calls set ended_at = at where match_id = any(matches) and ended_at is null;
end $$;
