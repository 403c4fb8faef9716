-- Blocking an address hides the person who blocks it from its owner. It used to be a block of a person, which named the owner to
-- whoever guessed an address. Now it is a line of its own, which nobody can list, and which goes with the address's entry.
create table hidden_from (
  viewer_id uuid not null references accounts on delete cascade,
  hider_id uuid not null references accounts on delete cascade,
  address_block_id uuid not null references address_blocks on delete cascade,
  at timestamptz not null,
  primary key (viewer_id, hider_id, address_block_id)
);
create index hidden_from_hider on hidden_from (hider_id);
create index hidden_from_address_block on hidden_from (address_block_id);

-- Blocks of persons that came of addresses were written at the very moment at which the address was blocked, or at which the
-- account got its address. Of the latter nobody can tell which entry it was: they stay while any of those before them does.
insert into hidden_from (viewer_id, hider_id, address_block_id, at)
select b.blocked_id, b.blocker_id, a.id, b.at
from blocks b join address_blocks a on a.account_id = b.blocker_id join accounts o on o.id = b.blocked_id
where a.at = b.at or (a.at <= b.at and b.at in (o.created_at, o.email_verified_at));
delete from blocks b using hidden_from h where (h.hider_id, h.viewer_id, h.at) = (b.blocker_id, b.blocked_id, b.at);
