import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  sessions: {
    of: 'account_id = $1',
    basis: { contract: 'rest', 'legitimate interest': ['user_agent', 'address'] },
    exported: {
      as: 'sessions',
      columns: [
        'created_at',
        'last_used_at',
        'ends_at',
        'user_agent',
        'address',
        'second_factor',
        'elevated_at',
        'factor_at',
        'ended_at',
        'ended_because',
      ],
      without: {
        id: 'Names the session in its tokens.',
        counter: 'Part of the refresh token.',
        nonce: 'Part of the refresh token.',
        rotated_at: 'When the refresh token changed; `last_used_at` says the same.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
  sign_ins: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { as: 'signIns', columns: ['at', 'address', 'user_agent', 'outcome'], order: 'at' },
    erased: { how: 'delete' },
  },
}
