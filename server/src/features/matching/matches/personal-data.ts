import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  matches: {
    of: '$1 in (a_id, b_id)',
    named: ['ended_by'],
    exported: {
      as: 'matches',
      columns: ['id', 'created_at', 'ended_at', 'last_message_at'],
      without: {
        a_id: 'Ids; the messages have the id of the match.',
        b_id: 'Ids; the messages have the id of the match.',
        ended_by: 'Who of the two it was; the other one need not be told.',
        closing: 'What the one who left said; the notification had it.',
        last_seq: 'Counts the messages.',
      },
      order: 'created_at',
    },
    erased: {
      how: 'change',
      set: { ended_at: 'coalesce(ended_at, now())', closing: 'null' },
      keeps: [],
      why: 'The other person has written messages, which are theirs; the rest is ids and dates.',
    },
  },
}
