import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  passkeys: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'passkeys',
      columns: ['name', 'created_at', 'last_used_at'],
      without: {
        credential_id: 'How the device finds the key.',
        public_key: 'Verifies sign-ins, and says nothing about the person.',
        uses: 'Guards against copies of the key.',
        host: 'Our own address.',
        transports: 'How the device is reached.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
}
