import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  erasures: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: { withheld: 'Contains only people who were erased.' },
    erased: {
      how: 'keep',
      keeps: [],
      why: 'The id and the time, so that a restored backup brings nobody back.',
    },
  },
}
