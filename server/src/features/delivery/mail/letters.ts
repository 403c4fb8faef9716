import { say } from '@kindred/contract'
import type { Letters, Recipient } from './letter-kinds.ts'
import { wasntMe } from './wasnt-me.ts'
import { waysInLetters } from './ways-in-letters.ts'

// The texts of our emails. render-letter.ts makes plain text and HTML of the same lines, so that the two never differ.

const notYou = ({ support }: Recipient) => say('If this wasn’t you, write to {support}.', { support })

export const letters: Letters = {
  ...waysInLetters,
  'edited-by-staff': ({ what, link }, to) => ({
    subject: say('We updated your {brand} account', { brand: to.brand }),
    lines: [
      say('Our team changed your {what}.', { what }),
      { link, words: say('View my account') },
      say('Didn’t ask for this? Write to {support}.', { support: to.support }),
    ],
  }),
  'export-ready': ({ link }, { brand }) => ({
    subject: say('Your {brand} data is ready', { brand }),
    lines: [
      say('Your download has all the data we have about you. The link works once and expires in 24 hours.'),
      { link, words: say('Download my data') },
    ],
  }),
  approval: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: say('View request') }] }
  },
  'picture-decided': ({ subject, lines, link }) => ({
    subject,
    endsWithBrand: true,
    lines: [...lines, { link, words: say('View my photos') }],
  }),
  decided: ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: say('Open Support') }] }
  },
  'fraud-warning': ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: say('Read our safety tips') }] }
  },
  subscription: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: say('View my subscription') }] }
  },
  notice: ({ lines, link, settings }, { brand }) => {
    const [first, ...more] = lines
    return {
      subject:
        first !== undefined && more.length === 0
          ? first
          : say('You have {count, plural, one {# new notification} other {# new notifications}}', {
              count: lines.length,
              brand,
            }),
      lines: [
        ...lines,
        { link, words: say('Open {brand}', { brand }) },
        say('Getting too many emails? Choose the ones you want:'),
        { link: settings, words: say('Change email settings') },
      ],
    }
  },
  'date-reminder': ({ subject, startsAt, link }, { formats }) => ({
    subject,
    endsWithBrand: true,
    lines: [
      say('Your date starts on {at}.', { at: formats.moment(startsAt) }),
      { link, words: say('View the date') },
      say('Meet in a public place, and tell a friend where you’re going. You can share your date from the chat.'),
    ],
  }),
  'deletion-asked': ({ due, keep, ...not }, to) => ({
    subject: say('Your {brand} account will be deleted', { brand: to.brand }),
    lines: [
      say(
        'Your account is hidden now, and we’ll delete it for good on {due}. If you have Premium, it won’t renew, and ' +
          'you won’t be charged again.',
        { due: to.formats.day(due) },
      ),
      say('Changed your mind? Sign in before then to keep it:'),
      { link: keep, words: say('Keep my account') },
      ...wasntMe(not, to),
    ],
  }),
  'deletion-cancelled': ({ link }, to) => ({
    subject: say('You’re keeping your {brand} account', { brand: to.brand }),
    lines: [
      say(
        'You canceled the deletion. If you have Premium, it ends when the period you paid for is over, unless you ' +
          'choose to keep it:',
      ),
      { link, words: say('View my subscription') },
      notYou(to),
    ],
  }),
  deactivated: ({ write, link }, to) => ({
    subject: say('Your {brand} account was deactivated', { brand: to.brand }),
    lines: [
      ...write(to).lines,
      say('You can still sign in to see the decision, download your data or delete your account:'),
      { link, words: say('Sign in') },
    ],
  }),
  activated: ({ link }, to) => ({
    subject: say('Your {brand} account is active again', { brand: to.brand }),
    lines: [say('Welcome back! Everything is just as you left it.'), { link, words: say('Sign in') }],
  }),
  erased: ({ at }, { brand, formats }) => ({
    subject: say('Your {brand} account was deleted', { brand }),
    lines: [
      say('As you asked, we deleted your account and everything in it on {at}.', { at: formats.day(at) }),
      say(
        'We keep only what the law requires, such as invoices and evidence in open reports, and only for as long as ' +
          'it does. This is our last email to this address.',
      ),
    ],
  }),
}
