import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  mails: {
    of: '(account_id = $1 or $1 = any(about_ids))',
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
        about_ids: 'Ids of the people whom it names.',
      },
      order: 'created_at',
    },
    // What was sent to others keeps neither subject nor body.
    erased: { how: 'delete', where: 'account_id = $1 or ($1 = any(about_ids) and sent_at is null)' },
  },
}
