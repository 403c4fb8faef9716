import type { PersonalData } from '../../../infra/personal-data.ts'

const AUTOMATIC = 'What the rules found. This person learns of what follows from it in other ways.'

export const personalData: PersonalData = {
  monitoring_rules: {
    of: 'changed_by = $1',
    exported: { withheld: 'What staff did.' },
    erased: { how: 'keep', keeps: ['name', 'settings'], why: 'The rules of the community, and an id.' },
  },
  monitoring_hits: {
    of: 'account_id = $1',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
  flagged_messages: {
    of: 'account_id = $1',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
  slowed_senders: {
    of: 'account_id = $1',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
  lessened_exposures: {
    of: 'account_id = $1',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
}
