import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  shown_texts: {
    of: '$1 in (author_id, reader_id)',
    basis: { 'legitimate interest': 'rest', 'consent to special categories': ['text'] },
    exported: {
      as: 'shownTexts',
      // What others wrote to the person is their data.
      where: 'author_id = $1',
      columns: ['place', 'about', 'text', 'since', 'until'],
      without: { id: 'An id of ours.', reader_id: 'The person who could read it; `choices` has them.' },
      order: 'since',
    },
    erased: { how: 'delete' },
  },
}
