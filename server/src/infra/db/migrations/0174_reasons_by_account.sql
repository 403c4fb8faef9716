-- What refers to a session or to a blocked address names the account, too. So reasons get a new column, in a copy that
-- follows the table (0149_splitting_tables.sql).
create table look_reasons_split (
  session_id uuid not null,
  kind text not null,
  subject text not null,
  reason text not null,
  given_at timestamptz not null,
  account_id uuid,
  constraint look_reasons_pkey_split primary key (session_id, kind, subject),
  constraint look_reasons_session_id_fkey foreign key (account_id, session_id) references sessions (account_id, id)
    match full on delete cascade
);

/* Servers of the previous version don't say whose session it is. */
create function look_reasons_account() returns trigger language plpgsql as $$
begin
  new.account_id := coalesce(new.account_id, (select account_id from sessions where id = new.session_id));
  return new;
end $$;
create trigger look_reasons_account before insert on look_reasons_split for each row
  execute function look_reasons_account();

select split_follow('look_reasons');

alter table hidden_from add constraint hidden_from_address_block_fkey foreign key (hider_id, address_block_id)
  references address_blocks (account_id, id) on delete cascade not valid;
