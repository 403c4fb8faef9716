import type { PersonalData } from '../../../infra/personal-data.ts'

const AUTOMATIC =
  'What the rules found. It would tell people who deceive others how to avoid being found; what staff decide on it ' +
  'is exported with `statementsOfReasons`.'

export const personalData: PersonalData = {
  monitoring_rules: {
    of: 'changed_by = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'What staff did.' },
    erased: { how: 'keep', keeps: ['name', 'settings'], why: 'The rules of the community, and an id.' },
  },
  monitoring_hits: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
  flagged_messages: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
  slowed_senders: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: AUTOMATIC },
    erased: { how: 'delete' },
  },
}
