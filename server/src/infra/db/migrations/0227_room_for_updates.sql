-- needs 0193_pairs_locked_by_rows
-- Their rows change with each visit, message and like. Where a page has room for the new version, no index does; the accounts
-- have fourteen.
alter table accounts set (fillfactor = 90);
alter table matches set (fillfactor = 90);
alter table allowances set (fillfactor = 80);
