import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  age_documents: {
    of: 'account_id = $1',
    basis: 'consent',
    exported: {
      withheld: 'Photos that the member has just taken. An export is stored as a file, and these must be in none.',
    },
    erased: { how: 'delete' },
  },
}
