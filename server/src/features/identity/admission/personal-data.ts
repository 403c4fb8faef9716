import type { PersonalData } from '../../../infra/personal-data.ts'

export const personalData: PersonalData = {
  invitations: {
    of: 'account_id = $1',
    basis: { contract: 'rest', 'legitimate interest': ['revoked_at'] },
    named: ['created_by'],
    exported: {
      as: 'invitations',
      columns: ['code', 'created_at', 'most', 'used', 'expires_at', 'revoked_at'],
      without: {
        id: 'An id of ours.',
        note: 'Only the team’s invitations have one.',
        applies: 'A setting of the team’s invitations.',
        created_by: 'Only the team’s invitations have one.',
      },
      order: 'id',
    },
    erased: {
      how: 'keep',
      keeps: ['code', 'note'],
      why: 'The people who joined with it stay, and the team has to find out later how they got here.',
    },
  },
  admissions: {
    of: 'account_id = $1',
    basis: { contract: 'rest', 'legitimate interest': ['invitation_id', 'invites_ended_at', 'decided_by'] },
    named: ['decided_by'],
    exported: {
      as: 'admission',
      columns: ['answers', 'applied_at', 'accepted_at', 'decided_at', 'invites_ended_at', 'waits_since', 'region'],
      also: { state: '(select admission from accounts where id = account_id)' },
      without: {
        invitation_id: 'It belongs to the person who gave it.',
        queued_at: 'The place in our own queue.',
        version: 'Counts changes, so that two of them do not cross.',
        fitting: 'The exact number would tell about others. The page shows it in steps.',
        fitting_at: 'The time of that count.',
      },
    },
    erased: {
      how: 'change',
      set: { answers: 'null', queued_at: 'null', region: 'null', fitting: 'null' },
      keeps: [],
      why: 'Without the invitation, the people that this account invited could no longer be found from the one above.',
    },
  },
  admission_regions: { impersonal: 'How many people wait in a region, and how many would fit, none of them named.' },
  admission_messages: {
    of: 'account_id = $1',
    basis: 'contract',
    named: ['author_id'],
    exported: {
      as: 'admissionMessages',
      columns: ['message', 'at', 'by_staff'],
      without: { id: 'An id of ours.' },
      order: 'id',
    },
    erased: { how: 'delete' },
  },
}
