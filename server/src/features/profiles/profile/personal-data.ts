import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  profiles: {
    of: 'account_id = $1',
    exported: {
      as: 'profile',
      columns: [
        'gender',
        'interested_in',
        'intention',
        'bio',
        'prompts',
        'voice',
        'voice_details',
        'interests',
        'languages',
        'basics',
        'city',
        'country',
        'age_min',
        'age_max',
        'reach',
        'filters',
        'place_changed_at',
        'updated_at',
      ],
      without: {
        cell_row: 'The place again, as a square of a grid.',
        cell_column: 'The place again, as a square of a grid.',
        waiting_row: 'The place that was named last, as a square of a grid.',
        waiting_column: 'The place that was named last, as a square of a grid.',
        level: 'How coarse that square is.',
        x: 'The place again, as others compare it.',
        y: 'The place again, as others compare it.',
        z: 'The place again, as others compare it.',
        place_changes: 'Limits how often a place is changed.',
        pictures: 'They are in `pictures`.',
      },
    },
    erased: { how: 'delete' },
  },
}
