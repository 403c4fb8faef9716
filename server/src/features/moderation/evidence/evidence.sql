-- Evidence is append-only. Its content can be erased, and never changed.
-- needs infra/db/append-only

create or replace trigger evidence_kept before delete or update or truncate on evidence for each statement
  execute function refuse_change('Evidence is only ever added to.');

create or replace trigger evidence_contents_kept before update on evidence_contents for each statement
  execute function refuse_change('Evidence is only ever added to.');
