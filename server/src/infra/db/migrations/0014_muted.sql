-- Somebody does not want to be told of this conversation for now: its words still come, without a sound.
alter table reads add column muted boolean not null default false;
