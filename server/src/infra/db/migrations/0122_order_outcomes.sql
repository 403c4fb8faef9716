-- What comes of matches, as the last term of the order: off until an administrator turns it on. There is one row.
create table order_outcomes (
  one_row boolean primary key default true check (one_row),
  is_on boolean not null default false,
  -- Cards judged since then are compared: from when it was on and had weights.
  compared_from timestamptz,
  -- What makes a match count for more, with noise (fit-outcomes.ts), and on how many matches it was fitted in all.
  weights jsonb,
  matches integer not null default 0,
  fitted_at timestamptz,
  -- Matches made before then have been fitted on. None is ever fitted on twice.
  counted_until timestamptz not null default 'epoch',
  -- What the nightly comparison with the viewers without this term found.
  comparison jsonb
);
insert into order_outcomes default values;

/* Whether both have written. A first exchange is enough, so only the beginning is read. */
create function chat_replied(match uuid, one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from messages where match_id = match and seq <= 50 and sender_id = one)
    and exists (select from messages where match_id = match and seq <= 50 and sender_id = other)
$$;

/* What came of the latest matches that were made between two moments, without who of the two said so. */
create function chat_outcomes(since timestamptz, until timestamptz, most integer)
  returns table (a_id uuid, b_id uuid, replied boolean, met boolean, again boolean) language sql stable as $$
  select m.a_id, m.b_id, chat_replied(m.id, m.a_id, m.b_id),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.met)
      or exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.met),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.again)
      and exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.again)
  from (select id, a_id, b_id from matching_matches where id >= first_id_of(since) and id < first_id_of(until)
    order by id desc limit most) m
$$;
