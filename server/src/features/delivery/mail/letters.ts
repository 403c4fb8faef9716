import { message } from '@kindred/contract'
import type { Letters, Recipient } from './letter-kinds.ts'
import { wasntMe } from './wasnt-me.ts'
import { waysInLetters } from './ways-in-letters.ts'

// render-letter.ts makes plain text and HTML of the same lines, so that the two never differ.

const notYou = ({ support }: Recipient) => message('If this wasn’t you, write to {support}.', { support })

export const letters: Letters = {
  ...waysInLetters,
  'edited-by-staff': ({ what, link }, to) => ({
    subject: message('We updated your {brand} account', { brand: to.brand }),
    lines: [
      message('Our team changed your {what}.', { what }),
      { link, words: message('View my account') },
      message('Didn’t ask for this? Write to {support}.', { support: to.support }),
    ],
  }),
  'export-ready': ({ link }, { brand }) => ({
    subject: message('Your {brand} data is ready', { brand }),
    lines: [
      message('Your download has all the data we have about you. The link works once and expires in 24 hours.'),
      { link, words: message('Download my data') },
    ],
  }),
  approval: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('View request') }] }
  },
  'picture-decided': ({ subject, lines, link }) => ({
    subject,
    endsWithBrand: true,
    lines: [...lines, { link, words: message('View my photos') }],
  }),
  decided: ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('Open Support') }] }
  },
  'fraud-warning': ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('Read our safety tips') }] }
  },
  subscription: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('View my subscription') }] }
  },
  notice: ({ lines, link, settings }, { brand }) => {
    const [first, ...more] = lines
    return {
      subject:
        first !== undefined && more.length === 0
          ? first
          : message('You have {count, plural, one {# new notification} other {# new notifications}}', {
              count: lines.length,
              brand,
            }),
      lines: [
        ...lines,
        { link, words: message('Open {brand}', { brand }) },
        message('Getting too many emails? Choose the ones you want:'),
        { link: settings, words: message('Change email settings') },
      ],
    }
  },
  'date-reminder': ({ subject, startsAt, link }, { formats }) => ({
    subject,
    endsWithBrand: true,
    lines: [
      message('Your date starts on {at}.', { at: formats.moment(startsAt) }),
      { link, words: message('View the date') },
      message('Meet in a public place, and tell a friend where you’re going. You can share your date from the chat.'),
    ],
  }),
  'deletion-asked': ({ due, keep, ...not }, to) => ({
    subject: message('Your {brand} account will be deleted', { brand: to.brand }),
    lines: [
      message(
        'Your account is hidden now, and we’ll delete it for good on {due}. If you have Premium, it won’t renew, and ' +
          'you won’t be charged again.',
        { due: to.formats.day(due) },
      ),
      message('Changed your mind? Sign in before then to keep it:'),
      { link: keep, words: message('Keep my account') },
      ...wasntMe(not, to),
    ],
  }),
  'deletion-cancelled': ({ link }, to) => ({
    subject: message('You’re keeping your {brand} account', { brand: to.brand }),
    lines: [
      message(
        'You canceled the deletion. If you have Premium, it ends when the period you paid for is over, unless you ' +
          'choose to keep it:',
      ),
      { link, words: message('View my subscription') },
      notYou(to),
    ],
  }),
  deactivated: ({ write, link }, to) => ({
    subject: message('Your {brand} account was deactivated', { brand: to.brand }),
    lines: [
      ...write(to).lines,
      message('You can still sign in to see the decision, download your data or delete your account:'),
      { link, words: message('Sign in') },
    ],
  }),
  activated: ({ link }, to) => ({
    subject: message('Your {brand} account is active again', { brand: to.brand }),
    lines: [message('Welcome back! Everything is just as you left it.'), { link, words: message('Sign in') }],
  }),
  erased: ({ at }, { brand, formats }) => ({
    subject: message('Your {brand} account was deleted', { brand }),
    lines: [
      message('As you asked, we deleted your account and everything in it on {at}.', { at: formats.day(at) }),
      message(
        'We keep only what the law requires, such as invoices and evidence in open reports, and only for as long as ' +
          'it does. This is our last email to this address.',
      ),
    ],
  }),
}
