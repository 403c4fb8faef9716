import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  audit_log: {
    of: 'subject_id = $1',
    named: ['actor_id'],
    exported: {
      as: 'decisions',
      where: "subject_id = $1 and actor_kind in ('administrator', 'operator')",
      columns: ['at', 'action', 'reason'],
      without: {
        actor_kind: 'Who of the staff it was.',
        actor_id: 'Who of the staff it was.',
        details: 'May name a report, and with it who made it.',
      },
      order: 'id',
    },
    erased: {
      how: 'change',
      set: { details: "'{}'" },
      keeps: ['actor_kind', 'action', 'reason'],
      why: 'Who did what to which account, when and why: staff have to account for it.',
    },
  },
}
