-- outside a transaction: copies the rows of a table in use, in batches
call split_fill('messages');
