-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
call split_fill('blocks', 100, 'blocked_by');
-- As long as no index has the region, a standing whose page has room keeps its entries in all indexes.
call split_fill_value('standings', 'region', 'region_of(block)');
call split_fill_value('listings', 'region', 'region_of(block_of(x, y, z))');
create unique index concurrently if not exists standings_key on standings (account_id, region);
create unique index concurrently if not exists listings_key on listings (account_id, region);
-- Building waited for the transactions that had begun with the function from before, so now no row is without its region.
call split_fill_value('standings', 'region', 'region_of(block)');
call split_fill_value('listings', 'region', 'region_of(block_of(x, y, z))');
