import { listed, plural } from '../../../infra/words.ts'
import type { Formats } from '../../../infra/zones.ts'

// The texts of our emails. render-letter.ts makes plain text and HTML of the same lines, so that the two never differ.

export type Letter = { subject: string; lines: Line[] }
/** A paragraph, a six-digit code, or a button with its label. */
export type Line = string | { code: string } | { link: string; words: string }

/** Writes an email's own lines with the dates of its reader. */
export type WriteMail = (formats: Formats) => { subject: string; lines: string[] }

export type LetterKinds = {
  verification: { code: string; link: string }
  'reset-password': { link: string }
  'new-device': { device: string; address: string; at: Date; link: string }
  'password-changed': { at: Date; link: string }
  'passkey-added': { name: string; at: Date; link: string }
  'passkey-removed': { name: string; at: Date; link: string }
  'change-email': { link: string }
  'email-changed': { address: string; link: string }
  'already-registered': { link: string }
  'reuse-detected': { link: string }
  'deletion-asked': { due: Date; link: string }
  'deletion-cancelled': { link: string }
  erased: { at: Date }
  deactivated: { reason: string | null; link: string }
  activated: { link: string }
  'edited-by-staff': { what: string[]; link: string }
  'export-ready': { link: string }
  approval: { write: WriteMail; link: string }
  'picture-decided': { subject: string; lines: string[]; link: string }
  subscription: { write: WriteMail; link: string }
  notice: { lines: string[]; link: string; settings: string }
}
export type LetterKind = keyof LetterKinds

export type Recipient = { brand: string; firstName: string | null; support: string; formats: Formats }
type Letters = { [K in LetterKind]: (details: LetterKinds[K], to: Recipient) => Letter }

const help = ({ support }: Recipient) => `Need help? Write to ${support}.`
const notYou = ({ support }: Recipient) => `If this wasn’t you, write to ${support}.`

export const letters: Letters = {
  'edited-by-staff': ({ what, link }, to) => ({
    subject: `We updated your ${to.brand} account`,
    lines: [
      `Our team changed your ${listed(what)}.`,
      { link, words: 'View my account' },
      `Didn’t ask for this? Write to ${to.support}.`,
    ],
  }),
  'export-ready': ({ link }, { brand }) => ({
    subject: `Your ${brand} data is ready`,
    lines: [
      'Your download has everything we keep about you. The link works once and expires in 24 hours.',
      { link, words: 'Download my data' },
    ],
  }),
  approval: ({ write, link }, { brand, formats }) => {
    const { subject, lines } = write(formats)
    return { subject: `${subject} · ${brand}`, lines: [...lines, { link, words: 'View request' }] }
  },
  'picture-decided': ({ subject, lines, link }, { brand }) => ({
    subject: `${subject} · ${brand}`,
    lines: [...lines, { link, words: 'View my photos' }],
  }),
  subscription: ({ write, link }, { brand, formats }) => {
    const { subject, lines } = write(formats)
    return { subject: `${subject} · ${brand}`, lines: [...lines, { link, words: 'View my subscription' }] }
  },
  notice: ({ lines, link, settings }, { brand }) => ({
    subject:
      lines.length === 1
        ? lines.join()
        : `${plural(lines.length, { one: '# notification', other: '# notifications' })} from ${brand}`,
    lines: [
      ...lines,
      { link, words: `Open ${brand}` },
      'Getting too many emails? Choose the ones you want:',
      { link: settings, words: 'Change email settings' },
    ],
  }),
  verification: ({ code, link }, { brand }) => ({
    subject: `Confirm your email for ${brand}`,
    lines: [
      'Enter this code to confirm your email. It expires in 10 minutes.',
      { code },
      'Or use this link, which expires in 24 hours:',
      { link, words: 'Confirm my email' },
      'Didn’t ask for this? You can ignore this email.',
    ],
  }),
  'reset-password': ({ link }, { brand }) => ({
    subject: `Reset your ${brand} password`,
    lines: [
      'Someone, probably you, asked to reset your password. The link works once and expires in 15 minutes.',
      { link, words: 'Reset my password' },
      'This signs you out everywhere. Didn’t ask for it? Ignore this email, and your password stays the same.',
    ],
  }),
  'new-device': ({ device, address, at, link }, to) => ({
    subject: `New sign-in to ${to.brand}`,
    lines: [
      `You signed in with ${device} from ${address} on ${to.formats.moment(at)}.`,
      'If this was you, you don’t need to do anything. If not, change your password and sign out everywhere:',
      { link, words: 'Review my sign-ins' },
    ],
  }),
  'password-changed': ({ at, link }, to) => ({
    subject: `Your ${to.brand} password was changed`,
    lines: [
      `It was changed on ${to.formats.moment(at)}, and all your other sessions were signed out.`,
      'If this wasn’t you, reset your password now:',
      { link, words: 'Reset my password' },
      help(to),
    ],
  }),
  'passkey-added': ({ name, at, link }, to) => ({
    subject: `A passkey was added to your ${to.brand} account`,
    lines: [
      `“${name}” was added on ${to.formats.moment(at)}. It lets you sign in without a password.`,
      'If this wasn’t you, remove it, sign out everywhere else and change your password:',
      { link, words: 'Review my passkeys' },
      help(to),
    ],
  }),
  'passkey-removed': ({ name, at, link }, to) => ({
    subject: `A passkey was removed from your ${to.brand} account`,
    lines: [
      `“${name}” was removed on ${to.formats.moment(at)}. You can no longer sign in with it.`,
      'If this wasn’t you, sign out everywhere else and change your password:',
      { link, words: 'Review my passkeys' },
      help(to),
    ],
  }),
  'change-email': ({ link }, { brand }) => ({
    subject: `Confirm your new email for ${brand}`,
    lines: [
      'Confirm within 24 hours to use this email for your account.',
      { link, words: 'Confirm my email' },
      'Didn’t ask for this? Ignore this email, and nothing changes.',
    ],
  }),
  'email-changed': ({ address, link }, to) => ({
    subject: `Your ${to.brand} email was changed`,
    lines: [
      `Emails about your account now go to ${address}.`,
      'If this wasn’t you, undo the change within 3 days. This signs out everyone who’s signed in:',
      { link, words: 'Undo the change' },
      help(to),
    ],
  }),
  'already-registered': ({ link }, { brand }) => ({
    subject: `You already have a ${brand} account`,
    lines: [
      'Someone, probably you, tried to sign up with this email, but it already has an account.',
      'Forgot your password? Choose a new one:',
      { link, words: 'Reset my password' },
      'If this wasn’t you, you don’t need to do anything.',
    ],
  }),
  'reuse-detected': ({ link }, to) => ({
    subject: `We signed you out of ${to.brand} on one device`,
    lines: [
      'Someone may have copied a sign-in from one of your devices, so we ended that session to keep you safe.',
      'Sign in again, then check where else you’re signed in:',
      { link, words: 'Review my sign-ins' },
      help(to),
    ],
  }),
  'deletion-asked': ({ due, link }, to) => ({
    subject: `Your ${to.brand} account will be deleted`,
    lines: [
      `Your account is hidden now, and we’ll delete it for good on ${to.formats.day(due)}. ` +
        'If you have Premium, it won’t renew, and you won’t be charged again.',
      'Changed your mind? Sign in before then to keep it:',
      { link, words: 'Keep my account' },
      notYou(to),
    ],
  }),
  'deletion-cancelled': ({ link }, to) => ({
    subject: `You’re keeping your ${to.brand} account`,
    lines: [
      'You canceled the deletion. If you have Premium, it ends with the period you paid for, ' +
        'unless you choose to keep it:',
      { link, words: 'View my subscription' },
      notYou(to),
    ],
  }),
  deactivated: ({ reason, link }, to) => ({
    subject: `Your ${to.brand} account was deactivated`,
    lines: [
      'Our team deactivated your account. No one can see you, and you’re signed out everywhere.',
      reason ? `Reason: ${reason}` : 'No reason was given.',
      'You can still sign in to see the decision, download your data or delete your account:',
      { link, words: 'Sign in' },
      `Think this is a mistake? Write to ${to.support}.`,
    ],
  }),
  activated: ({ link }, to) => ({
    subject: `Your ${to.brand} account is active again`,
    lines: ['Welcome back! Everything is just as you left it.', { link, words: 'Sign in' }],
  }),
  erased: ({ at }, { brand, formats }) => ({
    subject: `Your ${brand} account was deleted`,
    lines: [
      `As you asked, we deleted your account and everything in it on ${formats.day(at)}.`,
      'We keep only what the law requires, such as invoices and evidence in open reports, and only as long. ' +
        'This is our last email to this address.',
    ],
  }),
}
