-- The ranking of decks: a member's base rank. `deck/exposure-queries.ts` recomputes it, and `deck/queries.ts` reads people by
-- it.
-- needs profiles/profile/genders

-- The part of the rank that doesn't depend on the viewer. Likes of members who like nearly everyone count less. The
-- weak prior decides this even if another is fitted: with a strong one, such members went unnoticed for days. Base
-- ranks follow at the next swipe, or at night.
create or replace function order_rank(o order_groups, gave_likes integer, gave integer, got_likes integer,
  got integer,
  shown real, activity real) returns real language sql immutable parallel safe
  return (((gave_likes + o.gives_likes::float8) / (gave + o.gives_of))
    * (1 - 0.9 * greatest(0, (gave_likes + 2.4::float8) / (gave + 6) - 0.75) / 0.25)
    * ((got_likes + o.gets_likes::float8) / (got + o.gets_of))
    * activity / power(1 + shown / greatest(o.mean_shown, 1), 2))::real;

-- The ranking parameters of a set: the mean of its groups. Members who aren't listed have none. The deck asks for each
-- person who likes the viewer, so one group is looked up by its key, and PL/pgSQL keeps the plan.
create or replace function discovery_order_of(shown_to smallint, out parameters order_groups)
language plpgsql stable parallel safe as $$
declare
  name text := case shown_to when 1 then 'woman' when 2 then 'man' when 4 then 'non-binary' end;
begin
  if name is not null then
    select * from order_groups g where g.gender_group = name into parameters;
  else
    parameters := (select jsonb_populate_record((array_agg(g))[1], jsonb_build_object(
      'gives_likes', avg(g.gives_likes), 'gives_of', avg(g.gives_of), 'gets_likes', avg(g.gets_likes),
      'gets_of', avg(g.gets_of), 'usual', avg(g.usual), 'mean_shown', avg(g.mean_shown)))
    from order_groups g where seeks(array[g.gender_group]) & coalesce(shown_to, 4) > 0);
  end if;
end $$;
