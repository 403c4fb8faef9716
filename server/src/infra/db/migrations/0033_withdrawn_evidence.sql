-- What its author had deleted before it was reported stays gone for the reporter (features/reports/view.ts).
update reports r set evidence = r.evidence || '{"withdrawn": true}'
from messages m where m.id = r.message_id and m.deleted_at <= r.created_at;
