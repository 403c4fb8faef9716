import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  saved_searches: {
    of: 'account_id = $1',
    exported: { as: 'searches', columns: ['name', 'query', 'created_at'], order: 'created_at' },
    erased: { how: 'delete' },
  },
  views: {
    of: 'viewer_id = $1',
    exported: { withheld: 'Who was shown to the person lately, as bits that name nobody. It is about others.' },
    erased: { how: 'delete' },
  },
  incognito_shown: {
    of: '$1 in (viewer_id, person_id)',
    exported: {
      withheld: 'Which incognito people the person was shown. It tells what those people chose.',
    },
    erased: { how: 'delete' },
  },
  like_hours: { impersonal: 'The random key that the hour of each member’s daily likes is worked out from.' },
  listings: {
    of: 'account_id = $1',
    exported: { withheld: 'Derived from `account`, `profile` and `pictures`, which are exported.' },
    erased: { how: 'follows', what: 'A trigger on accounts removes it.' },
  },
}
