import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  duplicate_photos: {
    of: 'account_id = $1 or other_id = $1',
    basis: 'legitimate interest',
    named: ['decided_by'],
    exported: { withheld: 'What a comparison of pictures found, and about another person too.' },
    erased: { how: 'delete' },
  },
  watchlist_photos: {
    of: 'added_by = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'What staff did.' },
    erased: {
      how: 'keep',
      keeps: ['fingerprint', 'note', 'kind', 'decisions'],
      why: 'Pictures that are nobody’s own, or that must not come back, and an id.',
    },
  },
}
