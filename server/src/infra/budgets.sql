-- Rate limits, called by `budgets.ts` and `chat/send.sql`.

-- Spends one try of each budget in this sequence, or as many as each costs, and stops at the first one that is used up.
-- Returns the time when that budget is full again, or null if every budget allows the try.
create or replace function budgets_spend(keys text[], limits int[], resets timestamptz[], now timestamptz,
  costs int[] default '{}') returns timestamptz
language plpgsql as $$
declare
  saved budgets;
begin
  for nth in 1 .. cardinality(keys) loop
    insert into budgets as b (key, used, resets_at) values (keys[nth], coalesce(costs[nth], 1), resets[nth])
    on conflict (key) do update set
      used = case when b.resets_at <= now then excluded.used else b.used + excluded.used end,
      resets_at = case when b.resets_at <= now then excluded.resets_at else b.resets_at end
    returning * into saved;
    if saved.used > limits[nth] then return saved.resets_at; end if;
  end loop;
  return null;
end $$;
