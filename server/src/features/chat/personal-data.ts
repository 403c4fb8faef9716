import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  // Reactions to a deleted message are deleted with it. A report keeps its own copy of what was reported, as evidence.
  messages: {
    of: 'sender_id = $1',
    exported: {
      as: 'messages',
      columns: ['match_id', 'seq', 'text', 'public_id', 'created_at', 'edited_at', 'deleted_at'],
      without: { client_id: 'Prevents a message that is sent twice from being saved twice.', reply_to: 'An id.' },
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
