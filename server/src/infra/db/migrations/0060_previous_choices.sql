-- 0058 gave matching_choose() an argument more and a column more. Servers of the version before it call this one during a
-- deployment, and after one that was rolled back. To be dropped by the next release, which such servers don't meet.
create function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, now timestamptz,
  kind text, most integer, day_ends timestamptz, notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, notified uuid[], to_push uuid[])
language sql as $$
  select c.outcome, c.likes, c.superlikes, c.undos, c.resets_at, c.match_id, c.matched_at, c.notified, c.to_push
  from matching_choose($1, $2, $3, $4, $5, null::text, $6, $7, $8, $9, $10) c
$$;
