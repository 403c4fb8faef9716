-- Why something was reported, in the reporter's words to choose from (contract: reportDetails). Null if they chose none.
alter table reports add column detail text;
