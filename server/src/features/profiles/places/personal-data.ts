import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  cell_counts: { impersonal: 'How many people there are in each square, none of them named.' },
}
