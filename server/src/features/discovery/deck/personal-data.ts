import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  boosts: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { as: 'boosts', columns: ['month', 'begins_at', 'ends_at'] },
    erased: { how: 'delete' },
  },
  handfuls: {
    of: '$1 in (account_id, person_id)',
    basis: 'contract',
    exported: { withheld: 'Who is in the person’s deck today. It is about others, and it may tell what they chose.' },
    erased: { how: 'delete' },
  },
  order_groups: { impersonal: 'What the order of decks knows of whole gender groups.' },
  order_fits: { impersonal: 'What was fitted for whole gender groups.' },
  order_outcomes: {
    impersonal: 'What was learned of all matches together, with noise, and figures about all viewers.',
  },
  ranking_stats: {
    of: 'account_id = $1',
    basis: {
      contract: [
        'account_id',
        'age_max',
        'age_min',
        'base_rank',
        'birth_bucket',
        'tile',
        'born',
        'gave',
        'gave_likes',
        'got',
        'got_likes',
        'joined',
        'level',
        'pending_factor',
        'reach',
        'shown',
        'x',
        'y',
        'z',
      ],
      'consent to special categories': ['gender_group', 'seeks', 'shown_to'],
    },
    exported: {
      withheld: 'Worked out from the profile and from choices; it counts what others chose, which is theirs.',
    },
    erased: { how: 'delete' },
  },
  uncounted_choices: {
    of: 'chooser_id = $1 or chosen_id = $1',
    basis: 'contract',
    exported: { withheld: 'Choices of the last minute, until they are counted. Choices themselves are exported.' },
    erased: { how: 'delete' },
  },
}
