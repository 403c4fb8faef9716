import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  secrets: {
    of: 'account_id = $1',
    basis: 'contract',
    // `owner_id` is the same account, or the secret's own id.
    named: ['owner_id'],
    exported: { withheld: 'Hashes of emailed links and codes: only the mailbox may open them.' },
    erased: { how: 'delete' },
  },
}
