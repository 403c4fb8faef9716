import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  suspended_factors: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'suspendedFactors',
      columns: ['kind', 'name', 'created_at', 'suspended_at'],
      without: { id: 'An id of ours.', credential: 'A secret.' },
      order: 'suspended_at',
    },
    erased: { how: 'delete' },
  },
}
