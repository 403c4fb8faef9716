-- outside a transaction: the index is built while servers use the table.
-- Spoken answers that wait for a review: their details say since when, as "heldAt".
create index concurrently if not exists profiles_voice_held on profiles ((voice_details ->> 'heldAt'))
  where voice_details ? 'heldAt';
