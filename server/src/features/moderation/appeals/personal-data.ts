import type { PersonalData } from '../../../infra/personal-data.ts'

const WHY = 'Appeals are kept as long as the decision or the report that they are about.'

export const personalData: PersonalData = {
  appeals: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    named: ['decided_by'],
    exported: {
      as: 'appeals',
      columns: ['id', 'state', 'reason', 'created_at', 'decided_at', 'is_same_person'],
      without: { version: 'Counts changes, so that two of them do not cross.' },
      order: 'created_at',
    },
    erased: { how: 'keep', keeps: ['reason', 'state'], why: WHY },
  },
  appeal_messages: {
    of: 'author_id = $1',
    basis: 'legal obligation',
    exported: {
      as: 'appealMessages',
      // Includes staff replies, because they were written to this person.
      where: 'appeal_id in (select id from appeals where account_id = $1)',
      columns: ['appeal_id', 'message', 'at', 'by_staff'],
      without: { author_id: 'Who of the staff it was.' },
      order: 'id',
    },
    erased: { how: 'keep', keeps: ['message'], why: WHY },
  },
}
