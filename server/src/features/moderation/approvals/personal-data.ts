import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  approvals: {
    of: 'requested_by = $1 or target_id = $1 or decided_by = $1',
    basis: 'legitimate interest',
    named: ['objector_ids'],
    exported: { withheld: 'What staff did.' },
    erased: {
      how: 'change',
      set: { change: 'null' },
      keeps: ['kind', 'outcome', 'staff_role', 'target_seen', 'account_action'],
      why: 'Ids, a digest and the decision, so that changes of roles and accounts, and bans, can be traced.',
    },
  },
}
