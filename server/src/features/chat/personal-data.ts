import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  // Reactions to them go with them. What was reported stays in the report, as evidence.
  messages: {
    of: 'sender_id = $1',
    exported: {
      as: 'messages',
      columns: ['match_id', 'seq', 'text', 'public_id', 'created_at', 'edited_at', 'deleted_at'],
      without: { client_id: 'Keeps a message that is sent twice from standing there twice.', reply_to: 'An id.' },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
  reactions: {
    of: 'account_id = $1',
    exported: { as: 'reactions', columns: ['message_id', 'emoji'] },
    erased: { how: 'delete' },
  },
  reads: {
    of: 'account_id = $1',
    exported: { as: 'readMarks', columns: ['match_id', 'seq', 'delivered', 'muted'] },
    erased: { how: 'delete' },
  },
}
