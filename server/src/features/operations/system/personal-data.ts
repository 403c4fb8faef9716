import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  budgets: {
    of: "key like '%' || $1::text || '%'",
    exported: { withheld: 'How often something was tried in the last hours, so that nobody tries too often.' },
    erased: { how: 'delete' },
  },
  facts: { impersonal: 'What the installation knows of itself.' },
  lasting_keys: { impersonal: 'Keys, encrypted.' },
  socket_io_attachments: { impersonal: 'Events between servers, which hold ids; removed after an hour.' },
  kysely_migration: { impersonal: 'Which migrations have run.' },
  kysely_migration_lock: { impersonal: 'Keeps two servers from migrating at once.' },
  'pgboss.bam': { impersonal: "The queue's own work on its tables." },
  'pgboss.job_dependency': { impersonal: 'Which jobs wait for which; we have none.' },
  'pgboss.queue_stats': { impersonal: 'How full the queues are.' },
  'pgboss.warning': { impersonal: 'What the queue noticed about itself.' },
  'pgboss.queue': { impersonal: 'Which queues there are.' },
  'pgboss.schedule': { impersonal: 'Which jobs the clock asks for.' },
  'pgboss.subscription': { impersonal: 'Which queues listen to which events.' },
  'pgboss.version': { impersonal: 'Which version the queue has.' },
}
