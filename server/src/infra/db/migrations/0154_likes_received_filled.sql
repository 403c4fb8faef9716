-- outside a transaction: copies the likes of a table in use, in batches
call split_fill('choices', 100, 'likes_received', $$action <> 'pass'$$);
