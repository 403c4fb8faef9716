import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  address_changes: {
    of: 'account_id = $1',
    basis: 'contract',
    named: ['changed_by'],
    exported: {
      as: 'emailChange',
      columns: ['email', 'asked_at', 'takes_effect_at'],
      without: { keep_hash: 'A secret.', changed_by: 'The member of staff who asked for it.' },
    },
    erased: { how: 'delete' },
  },
  former_addresses: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: {
      as: 'formerAddresses',
      columns: ['address', 'proven_at', 'ended_at'],
      without: {
        id: 'An id of ours.',
        email_key: 'The address again, in the form that is compared.',
        qualifies: 'Follows from the dates.',
        kept_until: 'Follows from the dates.',
      },
      order: 'ended_at',
    },
    erased: { how: 'delete' },
  },
}
