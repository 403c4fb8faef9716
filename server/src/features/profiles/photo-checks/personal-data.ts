import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  photo_checks: {
    of: 'account_id = $1',
    basis: 'legitimate interest',
    named: ['decided_by'],
    exported: {
      as: 'photoChecks',
      columns: ['pose', 'second_pose', 'public_id', 'second_id', 'status', 'asked_at', 'sent_at', 'decided_at'],
      without: { decided_by: 'Who of the staff it was.', decision: 'The next `status`, for a minute.' },
      order: 'asked_at',
    },
    erased: { how: 'delete' },
  },
}
