-- The log holds ids, names of fields and digests. What was said stands beside it, and can be erased without breaking the chain.
create table audit_contents (
  audit_id uuid primary key,
  -- Whose data it is, and who acted: it is erased by either.
  actor_id uuid,
  subject_id uuid,
  reason text,
  details jsonb not null default '{}',
  -- Goes with the content, so that nobody finds out by trying what an erased digest was made of.
  salt uuid not null default gen_random_uuid()
);
create index audit_contents_subject on audit_contents (subject_id);
create index audit_contents_actor on audit_contents (actor_id);

-- Each row of the log in the order in which it was committed, sealed together with the one before.
create table audit_chain (
  place bigint primary key,
  audit_id uuid not null unique,
  previous bytea not null,
  hash bytea not null
);

-- How far the chain had come, noted now and then: a shorter one was cut.
create table audit_heads (
  place bigint primary key,
  hash bytea not null,
  at timestamptz not null
);

-- `npm run admin -- verify-audit` computes both of these by itself (features/audit/verify.ts): it does not ask what it checks.
create function audit_content_digest(salt uuid, reason text, details jsonb) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n', salt, coalesce(encode(sha256(convert_to(reason, 'UTF8')), 'hex'), '-'), details::text), 'UTF8'))
$$;

insert into audit_contents (audit_id, actor_id, subject_id, reason, details)
  select id, actor_id, subject_id, reason, details from audit_log;
alter table audit_log disable trigger audit_log_rows;
alter table audit_log add column fields text[] not null default '{}', add column content_digest bytea;
update audit_log l
  set fields = array(select jsonb_object_keys(c.details) order by 1), content_digest = audit_content_digest(c.salt, c.reason, c.details)
  from audit_contents c where c.audit_id = l.id;
alter table audit_log alter column content_digest set not null, drop column reason, drop column details;
alter table audit_log enable trigger audit_log_rows;

create function audit_hash(place bigint, previous bytea, entry audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\n', place, encode(previous, 'hex'), entry.id,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_kind, coalesce(entry.actor_id::text, '-'),
    coalesce(entry.subject_id::text, '-'), encode(entry.content_digest, 'hex'), to_jsonb(entry.fields)::text, entry.action), 'UTF8'))
$$;

-- At the commit: whoever acts waits for others only then, and holds no lock of theirs meanwhile. As the owner, so that the
-- server's own role cannot write into the chain by another way.
create function chain_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_chain;
begin
  -- A snapshot that is older than the lock would not see the row before.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'The audit log is written at the isolation level read committed only.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select * into last from audit_chain order by place desc limit 1;
  last.place := coalesce(last.place, 0) + 1;
  last.previous := coalesce(last.hash, '\x'::bytea);
  insert into audit_chain values (last.place, new.id, last.previous, audit_hash(last.place, last.previous, new));
  return null;
end $$;

do $$
declare
  entry audit_log;
  place bigint := 0;
  previous bytea := '\x';
  hash bytea;
begin
  for entry in select * from audit_log order by at, id loop
    place := place + 1;
    hash := audit_hash(place, previous, entry);
    insert into audit_chain values (place, entry.id, previous, hash);
    previous := hash;
  end loop;
end $$;

create constraint trigger audit_log_chained after insert on audit_log
  deferrable initially deferred for each row execute function chain_audit();
create trigger audit_contents_rows before update on audit_contents for each row execute function refuse_change();
create trigger audit_chain_rows before update or delete on audit_chain for each row execute function refuse_change();
create trigger audit_chain_whole before truncate on audit_chain for each statement execute function refuse_change();
create trigger audit_heads_rows before update or delete on audit_heads for each row execute function refuse_change();
create trigger audit_heads_whole before truncate on audit_heads for each statement execute function refuse_change();
