-- What came of a batch, written down when it is finished: a list of them counts none of those whom they were about.
alter table batches add column total integer, add column done integer, add column failed jsonb;
create index batches_newest on batches (made_at desc, id desc);
update batches b set total = i.total, done = i.done, failed = coalesce(f.failed, '[]')
from (select batch_id, count(*) as total, count(*) filter (where outcome = 'done') as done from batch_items group by 1) i
  left join (select batch_id, jsonb_agg(jsonb_build_object('why', outcome, 'count', n)) as failed from (
    select batch_id, outcome, count(*) as n from batch_items where outcome <> 'done' group by 1, 2) w group by 1) f using (batch_id)
where i.batch_id = b.id and b.finished_at is not null;
