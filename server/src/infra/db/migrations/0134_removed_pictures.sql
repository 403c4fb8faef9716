-- Pictures that staff removed because they are intimate or show a minor are looked for, as known fakes are: as long as one
-- of the decisions applies.
alter table listed_pictures add column kind text not null default 'fake', add column decisions uuid[] not null default '{}';
