-- Whether a monitoring rule found what a decision is about. Then it isn't based on anyone's report.
alter table decisions add column is_detected boolean not null default false;
