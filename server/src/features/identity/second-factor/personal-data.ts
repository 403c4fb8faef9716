import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  second_factors: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'secondFactor',
      columns: ['confirmed_at'],
      without: {
        secret: 'A secret.',
        sealed_with: 'Which key encrypts the secret.',
        last_step: 'Which code was used last.',
      },
    },
    erased: { how: 'delete' },
  },
  recovery_codes: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: { as: 'recoveryCodes', columns: ['used_at'], without: { code_hash: 'A secret.' } },
    erased: { how: 'delete' },
  },
}
