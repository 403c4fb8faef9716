import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  consents: {
    of: 'account_id = $1',
    exported: { as: 'consents', columns: ['kind', 'version', 'given_at', 'withdrawn_at'], order: 'given_at' },
    erased: { how: 'keep', keeps: ['kind', 'version'], why: 'We have to be able to show that consent was given.' },
  },
}
