-- Keeps texts that other members can read from now on, and ends those that they no longer can. Both are lists of
-- {"place", "about", "text"}, by one author and for one reader (null: everyone who sees the profile). A text that was
-- there before texts were kept is kept when it ends. Entries without a text count as absent.
create or replace function profiles_show(author uuid, reader uuid, withdrawn jsonb, shown jsonb, now timestamptz)
  returns void language sql volatile as $$
  with gone as materialized (
    select g.place, g.about, g.text from jsonb_to_recordset(withdrawn) g(place text, about text, text text)
    where g.text is not null),
  ended as (
    update shown_texts s set until = now from gone g
    where s.author_id = author and s.reader_id is not distinct from reader and s.until is null
      and s.place = g.place and s.text = g.text and s.about is not distinct from g.about
    returning s.place, s.about, s.text)
  insert into shown_texts (author_id, reader_id, place, about, text, since, until)
  select author, reader, g.place, g.about, g.text, null, now from gone g where not exists (
    select from ended e where e.place = g.place and e.text = g.text and e.about is not distinct from g.about)
  union all
  select author, reader, s.place, s.about, s.text, now, null
  from jsonb_to_recordset(shown) s(place text, about text, text text) where s.text is not null;
$$;

-- The note of a like, which replaces an earlier one.
create or replace function profiles_show_note(author uuid, reader uuid, old_note text, new_note text, now timestamptz)
  returns void language sql volatile as $$
  select profiles_show(author, reader, jsonb_build_array(jsonb_build_object('place', 'note', 'text', old_note)),
    jsonb_build_array(jsonb_build_object('place', 'note', 'text', new_note)), now)
  where old_note is distinct from new_note;
$$;
