import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  approvals: {
    of: 'requested_by = $1 or target_id = $1 or decided_by = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'What staff did.' },
    erased: {
      how: 'keep',
      keeps: ['kind', 'outcome', 'staff_role', 'target_seen'],
      why: 'Ids, a digest and the decision, so that role changes and bans can be traced.',
    },
  },
}
