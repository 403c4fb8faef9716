-- Whom reports are about, for the audit log, which mustn't tell them. The evidence knows it when the report is gone.
create view moderation_reported as
  select report_id, about_id from evidence
  union all
  select id, about_id from reports where about_id is not null;
