import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  identities: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { as: 'identities', columns: ['provider', 'subject', 'created_at'], order: 'created_at' },
    erased: { how: 'delete' },
  },
}
