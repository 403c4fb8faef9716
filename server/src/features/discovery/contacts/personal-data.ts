import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  contacts: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'contacts',
      columns: ['kind', 'hint', 'at'],
      without: {
        hash: 'A keyed hash of the contact, which no one can read back.',
        bucket: 'A few bits of a hash of the contact.',
        compared: 'True once the contact was compared with members.',
        ends_at: 'When a contact that was removed is deleted.',
      },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
  own_contacts: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'ownContacts',
      columns: ['kind', 'value', 'at'],
      without: {
        bucket: 'A few bits of a hash of the contact.',
        met_from: 'When the profile was first complete.',
        counts_from: 'When a name or number that was taken later begins to count.',
        compared: 'True once the contact was compared with the contacts of others.',
      },
      order: 'at',
    },
    erased: { how: 'delete' },
  },
  hidden_from: {
    of: '$1 in (viewer_id, hider_id)',
    basis: 'contract',
    exported: { withheld: 'Would reveal who listed whose contact.' },
    erased: { how: 'delete' },
  },
}
