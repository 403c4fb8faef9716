-- Keeps second looks blind: what the audit log leaves out, and who has read it. Called by
-- `operations/audit/audit.sql.ts`.

-- What the audit log leaves out for a reader: the entries about these people, and about the reports behind their
-- decisions, since a time. The second look is open, and the reader neither took part in the decision nor has read it.
create or replace function moderation_left_out_of_audit(reader uuid)
  returns table (subject_id uuid, since timestamptz)
language sql stable as $$
  with blind as (
    select d.* from second_looks l join decisions d on d.id = l.decision_id
    where l.state = 'open' and d.decided_by is distinct from reader and d.ended_by is distinct from reader
      and not exists (select from second_look_readers k where k.decision_id = d.id and k.account_id = reader)
      and not exists (select from approvals a where a.decision_id = d.id
        and reader in (a.requested_by, a.decided_by)))
  select b.subject_id, b.created_at from blind b
  union all select b.report_id, '-infinity' from blind b where b.report_id is not null
  union all select c.report_id, '-infinity' from blind b join decision_reports c on c.decision_id = b.id
$$;

-- Records that someone read what the audit log has about people whose decisions may still be judged anew.
create or replace function moderation_note_audit_read(reader uuid, subjects uuid[]) returns void language sql as $$
  insert into second_look_readers (decision_id, account_id)
  select d.id, reader from decisions d where d.subject_id = any(subjects) and (
    d.settled_at is null and d.state in ('waiting', 'in_force')
    or exists (select from second_looks l where l.decision_id = d.id and l.state = 'open'))
  on conflict do nothing
$$;
