alter table picture_fingerprints add constraint picture_fingerprints_picture_fkey foreign key (account_id, public_id)
  references pictures (account_id, public_id) on delete cascade not valid;

create or replace view profiles_picture_fingerprints as
  select h.public_id, h.account_id, h.fingerprint, p.position, p.placeholder
  from picture_fingerprints h join pictures p on p.account_id = h.account_id and p.public_id = h.public_id;
