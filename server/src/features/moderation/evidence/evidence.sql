-- Evidence is only added to. What it says can be erased, and never changed.
-- needs infra/db/append-only

create or replace trigger evidence_rows before delete or update on evidence for each row
  execute function refuse_change('Evidence is only ever added to.');

create or replace trigger evidence_whole before truncate on evidence for each statement
  execute function refuse_change('Evidence is only ever added to.');

create or replace trigger evidence_contents_rows before update on evidence_contents for each row
  execute function refuse_change('Evidence is only ever added to.');
