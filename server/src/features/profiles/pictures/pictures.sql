-- What chat asks of a picture that is sent (`chat/held-back.sql.ts`).

create or replace function profiles_compare_picture(sent text, sender uuid) returns void language sql volatile as $$
  update pictures set to_compare = true
  where public_id = sent and account_id = sender and fingerprint is not null and not to_compare;
$$;
