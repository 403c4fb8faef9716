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
  hidden_from: {
    of: '$1 in (viewer_id, hider_id)',
    basis: 'contract',
    exported: { withheld: 'Would reveal who blocked whose address.' },
    erased: { how: 'delete' },
  },
  address_blocks: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'addressBlocks',
      columns: ['hint', 'at'],
      without: { email_hash: 'A keyed hash of the address, which nobody can read back.' },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
}
