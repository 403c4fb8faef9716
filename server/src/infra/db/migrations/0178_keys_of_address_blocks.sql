alter table hidden_from drop constraint hidden_from_address_block_id_fkey;
alter table address_blocks drop constraint address_blocks_pkey,
  add constraint address_blocks_pkey primary key using index address_blocks_key;
