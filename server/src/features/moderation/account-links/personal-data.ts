import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  account_links: {
    of: 'account_id = $1 or banned_id = $1',
    basis: 'legitimate interest',
    named: ['decided_by'],
    exported: { withheld: 'What a comparison of accounts found, and about another person too.' },
    erased: { how: 'delete' },
  },
}
