import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  friend_profiles: {
    of: 'account_id = $1',
    basis: {
      contract: ['account_id', 'age_max', 'age_min', 'born', 'joined_at', 'pictures', 'reach', 'tile', 'wants'],
    },
    exported: {
      as: 'friends',
      columns: ['wants', 'age_min', 'age_max', 'reach', 'pictures', 'joined_at'],
      without: {
        born: 'The date of birth in `account`, which is exported.',
        tile: 'Derived from the place in `profile`, which is exported.',
      },
    },
    erased: { how: 'delete' },
  },
}
