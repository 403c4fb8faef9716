import type { PersonalData } from '../../infra/personal-data.ts'

export const personalData: PersonalData = {
  choices: {
    of: 'chooser_id = $1 or chosen_id = $1',
    basis: 'contract',
    exported: {
      as: 'choices',
      // Other people's swipes on this person are their data.
      where: 'chooser_id = $1',
      columns: ['chosen_id', 'action', 'note', 'note_on', 'note_on_photo', 'at'],
      order: 'at',
    },
    erased: {
      how: 'delete',
      // Others' passes have only two ids and a time, expire within a year like all passes, and are found only by
      // reading the whole table. Likes are found by the other side: sent ones by these, and received ones before those
      // are deleted.
      where: `chooser_id = $1 or (chosen_id = $1
        and chooser_id = any(array(select chooser_id from likes_received where chosen_id = $1)))`,
      first: {
        likes_received: `chooser_id = $1
          and chosen_id = any(array(select chosen_id from choices where chooser_id = $1))`,
      },
    },
  },
  likes_received: {
    of: '$1 in (chosen_id, chooser_id)',
    basis: 'contract',
    exported: { withheld: 'A copy of choices: those that the person made are exported there.' },
    // Likes that the person sent are deleted with their swipes.
    erased: { how: 'delete', where: 'chosen_id = $1' },
  },
  friend_choices: {
    of: '$1 in (chooser_id, chosen_id)',
    basis: 'contract',
    exported: {
      as: 'friendChoices',
      // Other people's swipes on this person are their data.
      where: 'chooser_id = $1',
      columns: ['chosen_id', 'action', 'at'],
      order: 'at',
    },
    erased: { how: 'delete', where: 'chooser_id = $1 or chosen_id = $1' },
  },
  set_aside: {
    of: '$1 in (account_id, person_id)',
    basis: 'contract',
    exported: { as: 'setAside', where: 'account_id = $1', columns: ['person_id', 'at'], order: 'at' },
    erased: { how: 'delete' },
  },
  allowances: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'allowance',
      columns: ['likes', 'superlikes', 'undos', 'friend_likes', 'resets_at'],
      without: { withdrawn: 'Hashes of people whose likes were taken back today. It is about others.' },
    },
    erased: { how: 'delete' },
  },
  like_counts: {
    of: 'account_id = $1',
    basis: 'contract',
    exported: {
      as: 'likeCount',
      columns: ['likes', 'at'],
      without: {
        likers: 'Marks of those who like the person. It is about others, and would tell how many they are.',
        counted_at: 'When those were counted, which is finer than what the person is shown.',
        announced: 'Which number the notification told of, which is exported.',
      },
    },
    erased: { how: 'delete' },
  },
  matches: {
    of: '$1 in (a_id, b_id)',
    basis: 'contract',
    named: ['ended_by', 'last_sender_id'],
    exported: {
      as: 'matches',
      columns: ['id', 'created_at', 'ended_at', 'last_message_at', 'for_friends'],
      also: {
        read_to: 'case when a_id = $1::uuid then a_read else b_read end',
        shown_read_to: 'case when a_id = $1::uuid then a_shown_read else b_shown_read end',
        received_to: 'case when a_id = $1::uuid then a_received else b_received end',
        muted: 'case when a_id = $1::uuid then a_muted else b_muted end',
      },
      without: {
        a_id: 'Ids; the messages have the id of the match.',
        b_id: 'Ids; the messages have the id of the match.',
        a_like: 'What the two said with their likes; what the person said is exported with their choices.',
        b_like: 'What the two said with their likes; what the person said is exported with their choices.',
        ended_by: 'Which of the two people ended it; the other person need not learn that.',
        closing: 'The farewell of the person who left; the notification contained it.',
        last_seq: 'Counts the messages.',
        last_sender_id: 'Who of the two wrote last; the messages that the person wrote are exported.',
        last_text: 'The same as in the last message.',
        last_kind: 'The same as in the last message.',
        a_read: 'Of the two, `read_to` has the person’s.',
        b_read: 'Of the two, `read_to` has the person’s.',
        a_shown_read: 'Of the two, `shown_read_to` has the person’s.',
        b_shown_read: 'Of the two, `shown_read_to` has the person’s.',
        a_received: 'Of the two, `received_to` has the person’s.',
        b_received: 'Of the two, `received_to` has the person’s.',
        a_unread: 'Counts the messages after the mark.',
        b_unread: 'Counts the messages after the mark.',
        a_muted: 'Of the two, `muted` has the person’s.',
        b_muted: 'Of the two, `muted` has the person’s.',
      },
      order: 'created_at',
    },
    erased: {
      how: 'change',
      set: {
        ended_at: 'coalesce(ended_at, now())',
        closing: 'null',
        last_text: 'null',
        last_kind: 'null',
        a_like: 'null',
        b_like: 'null',
      },
      keeps: [],
      why: 'The other person has written messages, which are theirs; the rest is ids and dates.',
    },
  },
}
