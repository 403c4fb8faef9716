import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  choices: {
    of: '$1 in (chooser_id, chosen_id)',
    exported: {
      as: 'choices',
      // What others chose is theirs.
      where: 'chooser_id = $1',
      columns: ['chosen_id', 'action', 'note', 'note_on', 'at'],
      order: 'at',
    },
    erased: { how: 'delete' },
  },
  allowances: {
    of: 'account_id = $1',
    exported: { as: 'allowance', columns: ['zone', 'day', 'likes', 'superlikes', 'undos'] },
    erased: { how: 'delete' },
  },
}
