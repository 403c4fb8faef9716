alter table picture_fingerprints drop constraint picture_fingerprints_public_id_fkey,
  drop constraint picture_fingerprints_pkey,
  add constraint picture_fingerprints_pkey primary key using index picture_fingerprints_key;
-- The server makes public ids at random, so no other member has the same.
alter table pictures drop constraint pictures_public_id_key, drop constraint pictures_pkey,
  add constraint pictures_pkey primary key using index pictures_key;
