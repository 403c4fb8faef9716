select split_swap('messages');

-- They keep their plans, and find the part when they run (infra/db/part-key.ts).
alter function chat_send(uuid, uuid, text, text, text, uuid, timestamptz, jsonb)
  set plan_cache_mode = force_generic_plan;
alter function chat_send_within(jsonb, uuid, uuid, text, text, text, uuid, timestamptz, jsonb)
  set plan_cache_mode = force_generic_plan;
