import type { PersonalData } from '../../../infra/personal-data.ts'

const WHY =
  'Evidence of a report is kept for a year after it was made and until the report is removed, also when an account ' +
  'is deleted, and longer only under a legal hold.'

export const personalData: PersonalData = {
  evidence: {
    of: '$1 in (about_id, reporter_id)',
    basis: 'legal obligation',
    exported: { withheld: 'Ids and digests of reports, which may name the person who reported.' },
    erased: { how: 'keep', keeps: ['content_digest', 'previous', 'hash'], why: WHY },
  },
  evidence_contents: {
    of: 'evidence_id in (select id from evidence where $1 in (about_id, reporter_id))',
    basis: 'legal obligation',
    exported: { withheld: 'Copies of what the export already includes, and messages of someone else.' },
    erased: { how: 'keep', keeps: ['salt', 'content'], why: WHY },
  },
  legal_holds: {
    of: 'account_id = $1',
    basis: 'legal obligation',
    named: ['set_by', 'lifted_by'],
    exported: { withheld: 'That someone must keep data may be part of an investigation.' },
    erased: {
      how: 'keep',
      keeps: ['reason', 'lift_reason'],
      why: 'Says why data was kept and which administrator decided it.',
    },
  },
}
