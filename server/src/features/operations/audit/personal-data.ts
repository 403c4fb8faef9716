import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  audit_log: {
    of: 'subject_id = $1',
    basis: 'legitimate interest',
    named: ['actor_id'],
    exported: {
      as: 'decisions',
      // Labels are notes among staff, and not decisions.
      where: "subject_id = $1 and actor_kind in ('administrator', 'operator') and action not like 'account.label-%'",
      columns: ['at', 'action'],
      also: { reason: '(select reason from audit_contents where audit_id = audit_log.id)' },
      without: {
        actor_kind: 'Who of the staff it was.',
        actor_id: 'Who of the staff it was.',
        fields: 'Names of fields that staff changed. An email listed them.',
        content_digest: 'Seals the contents, and reveals nothing by itself.',
      },
      order: 'id',
    },
    erased: {
      how: 'keep',
      keeps: ['actor_kind', 'action', 'fields', 'content_digest'],
      why:
        'Who did what to which account, and when: staff have to account for it. ' +
        'The contents are in audit_contents, and are erased.',
    },
  },
  audit_contents: {
    of: 'subject_id = $1',
    basis: 'legitimate interest',
    named: ['actor_id'],
    exported: { withheld: 'Reasons are exported in `decisions`. The rest may name a report, and so its author.' },
    erased: { how: 'delete' },
  },
  audit_chain: { impersonal: 'Seals the log with digests.' },
  audit_heads: { impersonal: 'Digests of the state of the log.' },
  access_reasons: {
    of: 'subject = $1::text or account_id = $1',
    basis: 'legitimate interest',
    exported: { withheld: 'Why staff looked at something: it is about their work, and may name a report.' },
    erased: { how: 'delete' },
  },
}
