/*
What the likes of members count who like nearly everyone. It is decided by the weak prior, whatever is fitted: with a
strong one, such members went unnoticed for days. Base ranks follow at the next choice, or at night.
*/

create or replace function worth_of_likes(share double precision) returns double precision
  language sql immutable parallel safe
  return 1 - 0.9 * greatest(0, share - 0.75) / 0.25;

create or replace function order_rank(o order_groups, gave_likes integer, gave integer, got_likes integer, got integer,
  shown real, activity real) returns real language sql immutable parallel safe
  return (((gave_likes + o.gives_likes::float8) / (gave + o.gives_of))
    * worth_of_likes((gave_likes + 2.4::float8) / (gave + 6))
    * ((got_likes + o.gets_likes::float8) / (got + o.gets_of))
    * activity / power(1 + shown / greatest(o.mean_shown, 1), 2))::real;
