-- Of which end of a period somebody has been told that it will be paid for again.
alter table subscriptions add column renewal_told_for timestamptz;
