import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  blocks: {
    of: '$1 in (blocker_id, blocked_id)',
    basis: 'contract',
    exported: {
      as: 'blocks',
      where: 'blocker_id = $1',
      columns: ['blocked_id', 'at'],
      without: { named_at: 'When the other person’s name was last seen.' },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
}
