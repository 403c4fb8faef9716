import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  budgets: {
    of: "key like '%' || $1::text || '%'",
    basis: 'legitimate interest',
    exported: { withheld: 'How often something was tried in the last hours, so that nobody tries too often.' },
    erased: { how: 'delete' },
  },
  account_tallies: { impersonal: 'How many accounts are alike; nobody is named.' },
  facts: { impersonal: 'What the installation knows of itself.' },
  lasting_keys: { impersonal: 'Keys, encrypted.' },
  migrations: { impersonal: 'Which migrations have run.' },
  repeatable_sql: { impersonal: 'Which functions, views and triggers the database has.' },
  // Must come before the emails (delivery), by which it finds its rows.
  'pgboss.job': {
    of: "(data ->> 'accountId' = $1::text or data ->> 'mailId' in (select id::text from mails where account_id = $1))",
    basis: 'contract',
    exported: { withheld: 'Work that waits or has just been done; it holds ids only.' },
    erased: { how: 'delete' },
  },
  'pgboss.bam': { impersonal: "The queue's own work on its tables." },
  'pgboss.job_dependency': { impersonal: 'Which jobs wait for which; we have none.' },
  'pgboss.queue_stats': { impersonal: 'How full the queues are.' },
  'pgboss.warning': { impersonal: 'What the queue noticed about itself.' },
  'pgboss.queue': { impersonal: 'Which queues there are.' },
  'pgboss.schedule': { impersonal: 'Which jobs the clock asks for.' },
  'pgboss.subscription': { impersonal: 'Which queues listen to which events.' },
  'pgboss.version': { impersonal: 'Which version the queue has.' },
}
