-- A ban can be overturned after its warnings went out: everyone who got one gets a correction.
alter table fraud_notices add column corrected_at timestamptz;
-- When the ban was overturned, and when the last reader had their correction.
alter table fraud_warnings add column correction_due_at timestamptz, add column corrected_at timestamptz;

-- The operator's command adds known fakes without an account.
alter table listed_pictures alter column added_by drop not null;
