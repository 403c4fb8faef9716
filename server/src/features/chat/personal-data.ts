import type { PersonalData } from '../../infra/personal-data.ts'

const OWN_MATCHES = 'match_id = any(array(select id from matches where a_id = $1 or b_id = $1))'
const SENT = `sender_id = $1 and ${OWN_MATCHES}`
const OWN = `account_id = $1 and ${OWN_MATCHES}`

export const personalData: PersonalData = {
  voice_notes: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'voiceNotes',
      columns: ['message_id', 'file_id', 'duration_ms', 'size', 'created_at'],
      without: {
        match_id: 'The match of its message.',
        peaks: 'How loud the parts of the recording are. The recording is among the files.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete', files: 'file_id' },
  },
  calls: {
    of: '$1 in (caller_id, callee_id)',
    basis: 'contract',
    exported: {
      as: 'calls',
      columns: ['match_id', 'asked_at', 'accepted_at', 'ended_at'],
      without: { alive_at: 'The last sign from a browser in the call.', message_id: 'An id.' },
      order: 'asked_at',
    },
    erased: { how: 'delete' },
  },
  reactions: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'reactions',
      where: OWN,
      columns: ['message_id', 'emoji'],
      without: { match_id: 'The match of its message.' },
    },
    // Includes others' reactions to the person's messages.
    erased: {
      how: 'delete',
      where: `${OWN} or (${OWN_MATCHES} and message_id = any(array(select id from messages where ${SENT})))`,
    },
  },
  // A report keeps its own copy of the reported message, as evidence.
  messages: {
    of: 'sender_id = $1',
    basis: 'contract',
    exported: {
      as: 'messages',
      where: SENT,
      columns: ['match_id', 'seq', 'text', 'earlier_texts', 'public_id', 'created_at', 'edited_at', 'deleted_at'],
      without: {
        client_id: 'Prevents a message that is sent twice from being saved twice.',
        kind: 'Whether it is a photo, a voice note or a missed call; those are exported themselves.',
        reply_to: 'An id.',
        hidden_at: '`statementsOfReasons` has the decision that removed it.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete', where: SENT },
  },
  date_plans: {
    of: '$1 in (proposer_id, receiver_id)',
    basis: 'contract',
    exported: {
      as: 'datePlans',
      columns: ['slots', 'place', 'state', 'starts_at', 'created_at', 'decided_at'],
      sealed: { place: 'plan' },
      without: {
        over_at: 'When it is deleted; the times tell.',
        reminded_at: 'When the email was sent.',
        asked_at: 'When the notification was sent.',
        both_again_at: 'When the notification was sent.',
      },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
  plan_shares: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'planShares',
      columns: ['details', 'starts_at', 'check_at', 'expires_at', 'home_at', 'cancelled_at', 'created_at'],
      sealed: { details: 'plan' },
      without: { token_hash: 'The hash of a link.', plan_id: 'The plan that it is about.' },
      order: 'created_at',
    },
    erased: { how: 'delete' },
  },
  date_answers: {
    of: '$1 in (account_id, other_id)',
    basis: 'contract',
    exported: {
      as: 'dateAnswers',
      where: 'account_id = $1',
      columns: ['starts_at', 'met', 'again', 'answered_at'],
      without: { plan_id: 'The plan that it is about.' },
      order: 'starts_at',
    },
    erased: { how: 'delete' },
  },
}
