import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  secrets: {
    of: 'account_id = $1',
    exported: { withheld: 'Links and codes that were mailed, as hashes: opening one must take the mailbox.' },
    erased: { how: 'delete' },
  },
}
