import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  saved_searches: {
    of: 'account_id = $1',
    basis: {
      contract: ['id', 'account_id', 'name', 'query', 'created_at'],
      'consent to special categories': ['query'],
    },
    exported: { as: 'searches', columns: ['name', 'query', 'created_at'], order: 'created_at' },
    erased: { how: 'delete' },
  },
  views: {
    of: 'viewer_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'Who was shown to the person lately, as bits that name nobody. It is about others.' },
    erased: { how: 'delete' },
  },
  incognito_shown: {
    of: '$1 in (viewer_id, person_id)',
    basis: 'contract',
    exported: {
      withheld: 'Which incognito people the person was shown. It tells what those people chose.',
    },
    erased: { how: 'delete' },
  },
  like_hours: { impersonal: 'The random key that the hour of each member’s daily likes is worked out from.' },
  listings: {
    of: 'account_id = $1',
    basis: {
      contract: [
        'account_id',
        'age_max',
        'age_min',
        'basics',
        'born',
        'city',
        'created_at',
        'filters',
        'gender',
        'hide_age',
        'hide_distance',
        'incognito',
        'intention',
        'interests',
        'languages',
        'level',
        'photo_checked',
        'reach',
        'show_last_active',
        'words',
        'x',
        'y',
        'z',
      ],
      'consent to special categories': ['gender', 'gender_group', 'shown_to', 'wants', 'basics', 'filters'],
    },
    exported: { withheld: 'Derived from `account`, `profile` and `pictures`, which are exported.' },
    erased: { how: 'follows', what: 'A trigger on accounts removes it.' },
  },
}
