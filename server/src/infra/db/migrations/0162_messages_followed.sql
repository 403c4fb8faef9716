-- The id comes first in the key: staff and jobs find messages by their id alone, or by the time in it.
create table messages_split (
  id uuid default uuid_v7(),
  match_id uuid constraint messages_match_id_fkey references matches on delete cascade,
  seq integer not null,
  sender_id uuid not null,
  client_id text not null,
  text text,
  public_id text,
  reply_to uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  hidden_at timestamptz,
  constraint messages_pkey_split primary key (id, match_id),
  constraint messages_match_id_seq_key_split unique (match_id, seq),
  constraint messages_match_id_sender_id_client_id_key_split unique (match_id, sender_id, client_id)
) partition by hash (match_id);
create index messages_words_split on messages_split using gin (folded(text) gin_trgm_ops) where text is not null;
create index messages_pictures_split on messages_split (public_id) where public_id is not null;
select split_parts('messages');
select split_follow('messages');
