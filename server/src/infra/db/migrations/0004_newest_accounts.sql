create index accounts_newest on accounts (created_at desc, id desc) where state <> 'erased';
