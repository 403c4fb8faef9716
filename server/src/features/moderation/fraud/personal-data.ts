import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  fraud_warnings: {
    of: 'decision_id in (select id from decisions where subject_id = $1)',
    basis: 'legal obligation',
    named: ['held_by', 'sent_by'],
    exported: { withheld: 'How staff worked on a decision; `statementsOfReasons` has it.' },
    erased: {
      how: 'keep',
      keeps: ['state', 'hold_reason'],
      why: 'The law asks for these warnings. It stays traceable that they were sent as long as their decision is kept.',
    },
  },
  fraud_notices: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: {
      as: 'fraudWarnings',
      columns: ['answered', 'at', 'mail_sent_at', 'corrected_at'],
      without: { decision_id: 'A decision about someone else.', mail_id: 'An id.' },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
}
