-- Who was erased and when, and nothing else: after a restore they are erased again (features/leaving/ledger.ts).
create table erasures (
  account_id uuid primary key,
  at timestamptz not null
);
create function refuse_to_forget() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger of erasures is only ever added to.';
end $$;
create trigger erasures_rows before update or delete on erasures for each row execute function refuse_to_forget();
create trigger erasures_whole before truncate on erasures for each statement execute function refuse_to_forget();
-- People who were erased before this ledger existed left traces: they are found by it, and erased once more.
create index accounts_erased on accounts (id) where state = 'erased';

-- Whom a notification names, so that it goes with them.
alter table notifications add column about_id uuid references accounts on delete set null;
update notifications n set about_id = case when m.a_id = n.account_id then m.b_id else m.a_id end
from matches m where n.kind in ('match', 'message') and m.id::text = split_part(n.topic, ':', 2) and n.account_id in (m.a_id, m.b_id);
update notifications n set about_id = a.id from accounts a where n.kind = 'superlike' and a.id::text = split_part(n.topic, ':', 2);
create index notifications_about on notifications (about_id) where about_id is not null;

-- The same for mail that waits. The subject of a mail may be a name: it is emptied when the mail is sent.
alter table mails
  add column about_ids uuid[] not null default '{}',
  -- How often a mail that was given up on was taken up again, and when last.
  add column sweeps smallint not null default 0,
  add column swept_at timestamptz;
update mails set subject = '' where sent_at is not null;
