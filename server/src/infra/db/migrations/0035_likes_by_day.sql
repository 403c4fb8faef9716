-- Who was liked on a day is looked up once a night. Choices come in the order of their time, so that a few bytes for each block
-- tell where a day is; a like doesn't wait for an index of its own.
create index choices_by_day on choices using brin (at) with (autosummarize = on);
