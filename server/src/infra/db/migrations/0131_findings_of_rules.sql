-- A report by a rule has no reporter. Its evidence names the reader of what the rule found, if there is one, and each
-- rule that finds more adds to it.
alter table evidence alter column reporter_id drop not null;
alter table evidence drop constraint evidence_report_id_key;

-- When someone began to be shown less. Null for what began before this migration.
alter table lessened_exposures add column at timestamptz;
