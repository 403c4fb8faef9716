import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  configurations: {
    of: 'changed_by = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'What staff set for the whole installation.' },
    erased: {
      how: 'keep',
      keeps: ['content', 'changed', 'reason'],
      why: 'What was set, when and why: staff have to account for it.',
    },
  },
}
