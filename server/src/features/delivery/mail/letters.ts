import { say } from '@kindred/contract'
import type { Letter, LetterKind, LetterKinds, Recipient } from './letter-kinds.ts'
import { help, wasntMe } from './wasnt-me.ts'

// The texts of our emails. render-letter.ts makes plain text and HTML of the same lines, so that the two never differ.

type Letters = { [K in LetterKind]: (details: LetterKinds[K], to: Recipient) => Letter }

const notYou = ({ support }: Recipient) => say('If this wasn’t you, write to {support}.', { support })

const signOutOffer = (signOut: string) => [
  say('You can also end every session on all devices. This link works once and expires in 7 days:'),
  { link: signOut, words: say('Sign me out everywhere') },
]

export const letters: Letters = {
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
      say('Your download has everything we keep about you. The link works once and expires in 24 hours.'),
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
          : say('{count, plural, one {# notification} other {# notifications}} from {brand}', {
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
      { link, words: say('View the plan') },
      say('Meet in a public place, and tell a friend where you’re going. You can share the plan from the chat.'),
    ],
  }),
  verification: ({ code, link }, { brand }) => ({
    subject: say('Confirm your email for {brand}', { brand }),
    lines: [
      say('Enter this code to confirm your email. It expires in 10 minutes.'),
      { code },
      say('Or use this link, which expires in 24 hours:'),
      { link, words: say('Confirm my email') },
      say('Didn’t ask for this? You can ignore this email.'),
    ],
  }),
  'reset-password': ({ link }, { brand }) => ({
    subject: say('Reset your {brand} password', { brand }),
    lines: [
      say('Someone, probably you, asked to reset your password. The link works once and expires in 15 minutes.'),
      { link, words: say('Reset my password') },
      say('This signs you out everywhere. Didn’t ask for it? Ignore this email, and your password stays the same.'),
    ],
  }),
  'new-device': ({ device, address, at, link }, to) => ({
    subject: say('New sign-in to {brand}', { brand: to.brand }),
    lines: [
      say('There was a new sign-in to your account: {device} from {address} on {at}.', {
        device,
        address,
        at: to.formats.moment(at),
      }),
      say('If this was you, you don’t need to do anything. If not, change your password and sign out everywhere:'),
      { link, words: say('Review my sign-ins') },
    ],
  }),
  'password-changed': ({ at, ...not }, to) => ({
    subject: say('Your {brand} password was changed', { brand: to.brand }),
    lines: [
      say('Your password was changed on {at}, and all other devices were signed out.', { at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'passkey-added': ({ name, at, ...not }, to) => ({
    subject: say('A passkey was added to your {brand} account', { brand: to.brand }),
    lines: [
      say('“{name}” was added on {at}. It lets you sign in without a password.', { name, at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'passkey-removed': ({ name, at, ...not }, to) => ({
    subject: say('A passkey was removed from your {brand} account', { brand: to.brand }),
    lines: [
      say('“{name}” was removed on {at}. You can no longer sign in with it.', { name, at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'second-factor-on': ({ at, ...not }, to) => ({
    subject: say('Two-step verification is on for your {brand} account', { brand: to.brand }),
    lines: [
      say('Two-step verification was turned on, with new recovery codes, on {at}.', { at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'second-factor-off': ({ at, ...not }, to) => ({
    subject: say('Two-step verification is off for your {brand} account', { brand: to.brand }),
    lines: [
      say('Two-step verification was turned off on {at}. Your recovery codes no longer work.', {
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'provider-linked': ({ provider, at, ...not }, to) => ({
    subject: say('{provider} was linked to your {brand} account', { provider, brand: to.brand }),
    lines: [
      say('A {provider} account was linked on {at}. It lets you sign in without a password.', {
        provider,
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'provider-unlinked': ({ provider, at, ...not }, to) => ({
    subject: say('{provider} was unlinked from your {brand} account', { provider, brand: to.brand }),
    lines: [
      say('Your {provider} account was unlinked on {at}. You can no longer sign in with it.', {
        provider,
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'change-email': ({ link }, { brand }) => ({
    subject: say('Confirm your new email for {brand}', { brand }),
    lines: [
      say('Confirm within 24 hours to use this email for your account.'),
      { link, words: say('Confirm my email') },
      say('Didn’t ask for this? Ignore this email, and nothing changes.'),
    ],
  }),
  'email-changed': ({ address, link }, to) => ({
    subject: say('Your {brand} email was changed', { brand: to.brand }),
    lines: [
      say('Emails about your account now go to {address}.', { address }),
      ...(link === null ? [help(to)] : wasntMe({ link, undoes: true }, to)),
    ],
  }),
  'email-change-planned': ({ address, at, link }, to) => ({
    subject: say('Your {brand} email will change', { brand: to.brand }),
    lines: [
      say('Our team was asked to change your email to {address}. This happens on {at}. Until then, nothing changes.', {
        address,
        at: to.formats.moment(at),
      }),
      say('If you didn’t ask for this, keep your address:'),
      { link, words: say('Keep my address') },
      say('The link works until then. After that, you’ll get another one that undoes the change.'),
      help(to),
    ],
  }),
  'email-change-canceled': ({ address }, to) => ({
    subject: say('Your {brand} email stays the same', { brand: to.brand }),
    lines: [say('We won’t change your email to {address}. You can keep signing in as before.', { address }), help(to)],
  }),
  'already-registered': ({ link }, { brand }) => ({
    subject: say('You already have a {brand} account', { brand }),
    lines: [
      say('Someone, probably you, tried to sign up with this email, but it already has an account.'),
      say('Forgot your password? Choose a new one:'),
      { link, words: say('Reset my password') },
      say('If this wasn’t you, you don’t need to do anything.'),
    ],
  }),
  'address-refused': ({ link }, to) => ({
    subject: say('This email can’t be used for {brand}', { brand: to.brand }),
    lines: [
      say('Someone, probably you, wants to use this email, but we banned an account that had it.'),
      { link, words: say('Read our rules') },
      say('If you think this is a mistake, write to {support}.', { support: to.support }),
    ],
  }),
  'reuse-detected': ({ link }, to) => ({
    subject: say('We signed you out of {brand} on one device', { brand: to.brand }),
    lines: [
      say('Someone may have copied a sign-in from one of your devices, so we ended that session to keep you safe.'),
      say('Sign in again, then check where else you’re signed in:'),
      { link, words: say('Review my sign-ins') },
      help(to),
    ],
  }),
  'wrong-passwords': ({ signOut, link }, to) => ({
    subject: say('Someone may be guessing your {brand} password', { brand: to.brand }),
    lines: [
      say('Someone entered a wrong password for your account 20 times or more in a day. None of these tries got in.'),
      say('If this was you, you don’t need to do anything. If not, choose a password that you use nowhere else:'),
      { link, words: say('Change my password') },
      ...signOutOffer(signOut),
      help(to),
    ],
  }),
  'wrong-factors': ({ signOut, link }, to) => ({
    subject: say('Someone may know your {brand} password', { brand: to.brand }),
    lines: [
      say('Someone entered your password but failed two-step verification 3 times, so they didn’t get in.'),
      say('If this wasn’t you, someone else knows your password. Change it now:'),
      { link, words: say('Change my password') },
      ...signOutOffer(signOut),
      help(to),
    ],
  }),
  'deletion-asked': ({ due, link }, to) => ({
    subject: say('Your {brand} account will be deleted', { brand: to.brand }),
    lines: [
      say(
        'Your account is hidden now, and we’ll delete it for good on {due}. If you have Premium, it won’t renew, and ' +
          'you won’t be charged again.',
        { due: to.formats.day(due) },
      ),
      say('Changed your mind? Sign in before then to keep it:'),
      { link, words: say('Keep my account') },
      notYou(to),
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
