-- What a report was about, frozen when it was made. The sealed row holds ids and a digest, and follows the one before it.
-- The content is beside it and can be deleted at the end of its retention without breaking the chain.
create table evidence (
  place bigint primary key,
  id uuid not null unique,
  report_id uuid not null unique,
  -- Without foreign keys: evidence outlives the report and the accounts.
  about_id uuid not null,
  reporter_id uuid not null,
  at timestamptz not null,
  content_digest text not null,
  previous text not null,
  hash text not null
);
create index evidence_about on evidence (about_id);
create index evidence_reporter on evidence (reporter_id);

create table evidence_contents (
  evidence_id uuid primary key,
  -- Goes with the content, so that nobody finds out by trying what a digest was made of.
  salt text not null,
  -- JSON as text, so that the digest doesn't depend on how a database writes JSON.
  content text not null
);

-- While a hold lasts, nothing about the person is erased or deleted at the end of its retention.
create table legal_holds (
  id uuid primary key default uuid_v7(),
  account_id uuid not null,
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  lift_reason text,
  check ((lifted_at is null) = (lifted_by is null))
);
create unique index legal_holds_one_each on legal_holds (account_id) where lifted_at is null;

create view moderation_legal_holds as select account_id from legal_holds where lifted_at is null;

create or replace view chat_messages as
  select id, match_id, sender_id, text, public_id, created_at, deleted_at, seq from messages;

create function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  raise exception 'Evidence is only ever added to.';
end $$;
create trigger evidence_rows before update or delete on evidence for each row execute function refuse_evidence_change();
create trigger evidence_whole before truncate on evidence for each statement execute function refuse_evidence_change();
create trigger evidence_contents_rows before update on evidence_contents for each row execute function refuse_evidence_change();
