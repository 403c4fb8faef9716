import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  blind_review_readers: {
    of: 'decision_id in (select id from decisions where subject_id = $1)',
    basis: 'legal obligation',
    named: ['account_id'],
    exported: { withheld: 'Who of the staff has read a decision.' },
    erased: { how: 'keep', keeps: [], why: 'Kept as long as the decision: nobody who has read it can judge it anew.' },
  },
  blind_reviews: {
    of: 'decision_id in (select id from decisions where subject_id = $1)',
    basis: 'legal obligation',
    named: ['answered_by', 'raised_by', 'closed_by'],
    exported: { withheld: 'How staff check their own decisions; `statementsOfReasons` has the decision.' },
    erased: {
      how: 'keep',
      keeps: ['state', 'kind', 'rule_title', 'reason', 'raise_note', 'close_note'],
      why: 'Kept as long as the decision, so that it stays traceable how it was checked.',
    },
  },
}
