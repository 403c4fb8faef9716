-- The chosen person belongs to another group, so no foreign key names them. Erasure deletes choices about a person itself.
create table choices_split (
  chooser_id uuid not null constraint choices_chooser_id_fkey references accounts on delete cascade,
  chosen_id uuid not null,
  action text not null constraint choices_action_check check (action in ('like', 'pass', 'superlike')),
  note text,
  note_on text,
  at timestamptz not null,
  note_on_photo text,
  constraint choices_pkey_split primary key (chooser_id, chosen_id),
  constraint choices_check check (chooser_id <> chosen_id)
) partition by hash (chooser_id);
create index choices_latest_split on choices_split (chooser_id, at desc);
create index choices_by_day_split on choices_split using brin (at) with (autosummarize = on);
-- Servers of the previous version find likes by it: without, each deck would read all choices. The next release drops it.
create index choices_received_split on choices_split (chosen_id, at desc) where action <> 'pass';
select split_parts('choices');
select split_follow('choices');
