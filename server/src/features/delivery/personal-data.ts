import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  mails: {
    of: '(account_id = $1 or $1 = any(about_ids))',
    basis: 'contract',
    exported: {
      as: 'mails',
      where: 'account_id = $1',
      columns: ['kind', 'recipient', 'created_at', 'sent_at'],
      without: {
        subject: 'Emptied when the mail is sent.',
        body: 'Removed when the mail is sent; until then it may hold a link or a code.',
        hold_until: 'How it is sent.',
        tries: 'How it is sent.',
        last_error: 'How it is sent.',
        sweeps: 'How it is sent.',
        swept_at: 'How it is sent.',
        about_ids: 'Ids of the people it names.',
      },
      order: 'created_at',
    },
    // Sent emails to other people no longer have a subject or body.
    erased: { how: 'delete', where: 'account_id = $1 or ($1 = any(about_ids) and sent_at is null)' },
  },
  notifications: {
    // This includes notifications of other people that name this person.
    of: '$1 in (account_id, about_id)',
    basis: 'contract',
    exported: {
      as: 'notifications',
      where: 'account_id = $1',
      columns: ['kind', 'count', 'details', 'at', 'read_at'],
      without: {
        topic: 'Prevents the same news from being announced twice.',
        about_id: 'The id of the person it names.',
        told_at: 'When it was emailed; `mails` has it.',
        due_at: 'When it will be emailed.',
        pushed_at: 'When it was pushed.',
        push_due_at: 'When it will be pushed if it still waits.',
      },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
  push_subscriptions: {
    of: 'account_id = $1',
    basis: 'consent',
    exported: {
      as: 'push',
      columns: ['created_at'],
      also: { service: "substring(endpoint from '^[a-z]+://([^/]+)')" },
      without: {
        session_id: 'The session that registered it; `sessions` has it.',
        endpoint: 'Anyone who has it can send to the device; `service` names the service.',
        p256dh: 'A key.',
        auth: 'A key.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
}
