-- Why staff look at private data: a reason counts for a while, for this session, this kind and this subject.
create table look_reasons (
  session_id uuid not null references sessions on delete cascade,
  kind text not null,
  subject text not null,
  reason text not null,
  given_at timestamptz not null,
  primary key (session_id, kind, subject)
);
