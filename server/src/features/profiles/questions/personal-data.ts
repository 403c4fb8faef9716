import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  answers: {
    of: 'account_id = $1',
    basis: { contract: 'rest', 'consent to special categories': ['answer', 'accepted'] },
    exported: {
      as: 'answers',
      columns: ['question_id', 'answer', 'accepted', 'importance', 'shown', 'skipped', 'at'],
    },
    erased: { how: 'delete' },
  },
  answer_sheets: {
    of: 'account_id = $1',
    basis: { contract: ['account_id'], 'consent to special categories': ['answers'] },
    exported: { withheld: 'The same as `answers`, in one row.' },
    erased: { how: 'delete' },
  },
}
