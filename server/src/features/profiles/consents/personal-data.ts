import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  consents: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    exported: { as: 'consents', columns: ['kind', 'version', 'given_at', 'withdrawn_at'], order: 'given_at' },
    erased: { how: 'keep', keeps: ['kind', 'version'], why: 'We have to be able to show that consent was given.' },
  },
  withdrawn_details: {
    of: 'account_id = $1',
    basis: 'consent to special categories',
    exported: { as: 'withdrawnDetails', columns: ['kind', 'details', 'withdrawn_at', 'erase_at'] },
    erased: { how: 'delete' },
  },
}
