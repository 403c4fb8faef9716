-- The audit log is append-only, and each row is sealed with the previous one. `npm run admin -- verify-audit` computes
-- the hashes independently (`chain.ts`), without trusting the database.
-- needs infra/db/append-only

-- Runs at the commit: only then does a transaction wait for others, so it holds the lock briefly. Runs as the owner, so
-- that the server's own role can't write to the chain in another way.
create or replace function chain_audit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_chain;
begin
  -- A snapshot older than the lock wouldn't see the previous row.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'The audit log is written at the isolation level read committed only.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select * into last from audit_chain order by place desc limit 1;
  last.place := coalesce(last.place, 0) + 1;
  last.previous := coalesce(last.hash, '\x'::bytea);
  last.hash := sha256(convert_to(concat_ws(E'\n', last.place, encode(last.previous, 'hex'), new.id,
    to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), new.actor_kind, coalesce(new.actor_id::text, '-'),
    coalesce(new.subject_id::text, '-'), encode(new.content_digest, 'hex'), to_jsonb(new.fields)::text, new.action),
    'UTF8'));
  insert into audit_chain values (last.place, new.id, last.previous, last.hash);
  return null;
end $$;

create or replace trigger audit_chain_kept before delete or update or truncate on audit_chain for each statement
  execute function refuse_change('The audit log is only ever added to.');

create or replace trigger audit_contents_kept before update on audit_contents for each statement
  execute function refuse_change('The audit log is only ever added to.');

create or replace trigger audit_heads_kept before delete or update or truncate on audit_heads for each statement
  execute function refuse_change('The audit log is only ever added to.');

create or replace trigger audit_log_kept before delete or update or truncate on audit_log for each statement
  execute function refuse_change('The audit log is only ever added to.');

drop trigger if exists audit_log_chained on audit_log;
create constraint trigger audit_log_chained after insert on audit_log deferrable initially deferred for each row
  execute function chain_audit();
