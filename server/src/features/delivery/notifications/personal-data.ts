import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  notifications: {
    // Also those in which others are told something about them by name.
    of: '$1 in (account_id, about_id)',
    exported: {
      as: 'notifications',
      where: 'account_id = $1',
      columns: ['kind', 'count', 'details', 'at', 'read_at'],
      without: {
        topic: 'Keeps the same news from being told twice.',
        about_id: 'The id of the person whom it names.',
        told_at: 'When it was mailed; `mails` has it.',
        due_at: 'When it is to be mailed.',
        pushed_at: 'When it was pushed.',
      },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
  push_subscriptions: {
    of: 'account_id = $1',
    exported: {
      as: 'push',
      columns: ['created_at'],
      also: { service: "substring(endpoint from '^[a-z]+://([^/]+)')" },
      without: {
        endpoint: 'Anyone who has it can send to the device; `service` names the service.',
        p256dh: 'A key.',
        auth: 'A key.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
}
