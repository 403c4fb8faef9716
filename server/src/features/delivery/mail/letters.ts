// The texts of our emails. render-letter.ts makes plain text and HTML of the same lines, so that the two never differ.

export type Letter = { subject: string; lines: Line[] }
/** A paragraph, a six-digit code, or a button with its label. */
export type Line = string | { code: string } | { link: string; words: string }

export type LetterKinds = {
  verification: { code: string; link: string }
  'reset-password': { link: string }
  'new-device': { device: string; address: string; at: string; link: string }
  'password-changed': { at: string; link: string }
  'passkey-added': { name: string; at: string; link: string }
  'passkey-removed': { name: string; at: string; link: string }
  'change-email': { link: string }
  'email-changed': { address: string; link: string }
  'already-registered': { link: string }
  'reuse-detected': { link: string }
  'deletion-asked': { day: string; link: string }
  'deletion-cancelled': { link: string }
  erased: { at: string }
  deactivated: { reason: string | null; link: string }
  activated: { link: string }
  'edited-by-staff': { what: string[]; link: string }
  'export-ready': { link: string }
  approval: { subject: string; lines: string[]; link: string }
  'picture-decided': { subject: string; lines: string[]; link: string }
  subscription: { subject: string; lines: string[]; link: string }
  notice: { lines: string[]; link: string; settings: string }
}
export type LetterKind = keyof LetterKinds

export type Recipient = { brand: string; firstName: string | null; support: string }
type Letters = { [K in LetterKind]: (details: LetterKinds[K], to: Recipient) => Letter }

const notYou = ({ support }: Recipient) => `If this was not you, write to ${support}.`

export const letters: Letters = {
  'edited-by-staff': ({ what, link }, to) => ({
    subject: `Our team changed something in your account at ${to.brand}`,
    lines: [
      `What was changed: ${what.join(', ')}.`,
      { link, words: 'Look at my account' },
      `If you did not ask for it, write to ${to.support}.`,
    ],
  }),
  'export-ready': ({ link }, { brand }) => ({
    subject: `Your data from ${brand} is ready`,
    lines: [
      'Everything that we keep about you, as a file. The link is good for a day, and once:',
      { link, words: 'Get my data' },
    ],
  }),
  approval: ({ subject, lines, link }, { brand }) => ({
    subject: `${subject} · ${brand}`,
    lines: [...lines, { link, words: 'See the request' }],
  }),
  'picture-decided': ({ subject, lines, link }, { brand }) => ({
    subject: `${subject} · ${brand}`,
    lines: [...lines, { link, words: 'Look at my photos' }],
  }),
  subscription: ({ subject, lines, link }, { brand }) => ({
    subject: `${subject} · ${brand}`,
    lines: [...lines, { link, words: 'See my subscription' }],
  }),
  notice: ({ lines, link, settings }, { brand }) => ({
    subject: lines.length === 1 ? lines.join() : `${lines.length} things happened on ${brand}`,
    lines: [
      ...lines,
      { link, words: 'Look at it' },
      'You choose what you are told by mail:',
      { link: settings, words: 'Change what I am told' },
    ],
  }),
  verification: ({ code, link }, { brand }) => ({
    subject: `Confirm your address for ${brand}`,
    lines: [
      'This code confirms that the address is yours. It is good for ten minutes.',
      { code },
      'Or open this link within a day:',
      { link, words: 'Confirm my address' },
      'If you did not ask for this, you can leave it unread; nothing happens.',
    ],
  }),
  'reset-password': ({ link }, { brand }) => ({
    subject: `Choose a new password for ${brand}`,
    lines: [
      'Somebody, probably you, asked for a new password. The link is good for fifteen minutes, and once.',
      { link, words: 'Choose a new password' },
      'It signs you out everywhere. If you did not ask for it, leave this mail unread; your password stays as it is.',
    ],
  }),
  'new-device': ({ device, address, at, link }, to) => ({
    subject: `New sign-in to ${to.brand}`,
    lines: [
      `You signed in with ${device}, from ${address}, on ${at}.`,
      'If this was you, there is nothing to do. If it was not, change your password and sign out everywhere:',
      { link, words: 'See where I am signed in' },
    ],
  }),
  'password-changed': ({ at, link }, to) => ({
    subject: `Your password for ${to.brand} was changed`,
    lines: [
      `It was changed on ${at}, and every other session was signed out.`,
      'If this was not you, choose a new one now:',
      { link, words: 'I did not do this' },
      notYou(to),
    ],
  }),
  'passkey-added': ({ name, at, link }, to) => ({
    subject: `A passkey was added to your account at ${to.brand}`,
    lines: [
      `“${name}” was added on ${at}. It signs you in without a password.`,
      "If this wasn't you, remove it, sign out everywhere else and change your password:",
      { link, words: 'See my passkeys' },
      notYou(to),
    ],
  }),
  'passkey-removed': ({ name, at, link }, to) => ({
    subject: `A passkey was removed from your account at ${to.brand}`,
    lines: [
      `“${name}” was removed on ${at}. It no longer signs you in.`,
      "If this wasn't you, sign out everywhere else and change your password:",
      { link, words: 'See my passkeys' },
      notYou(to),
    ],
  }),
  'change-email': ({ link }, { brand }) => ({
    subject: `Confirm your new address for ${brand}`,
    lines: [
      'Open this link within a day, and mail for your account comes here from then on.',
      { link, words: 'Use this address' },
      'If you did not ask for this, leave it unread; nothing changes.',
    ],
  }),
  'email-changed': ({ address, link }, to) => ({
    subject: `Your address for ${to.brand} was changed`,
    lines: [
      `Mail now goes to ${address}.`,
      'If this was not you, take it back within three days. It signs out everybody who is signed in:',
      { link, words: 'Take it back' },
      notYou(to),
    ],
  }),
  'already-registered': ({ link }, { brand }) => ({
    subject: `You already have an account with ${brand}`,
    lines: [
      'Somebody, probably you, tried to join with this address. It has an account already.',
      'If you forgot your password, choose a new one:',
      { link, words: 'Choose a new password' },
      'If it was not you, there is nothing to do.',
    ],
  }),
  'reuse-detected': ({ link }, to) => ({
    subject: `We ended a session of yours at ${to.brand}`,
    lines: [
      'A session was used in a way that only happens when its keys were copied. We ended it, to be safe.',
      'Please sign in again, and look where else you are signed in:',
      { link, words: 'See where I am signed in' },
      notYou(to),
    ],
  }),
  'deletion-asked': ({ day, link }, to) => ({
    subject: `Your account at ${to.brand} will be deleted`,
    lines: [
      `It is hidden from now on, and erased on ${day}. ` +
        'If you have premium, it won’t renew, and you won’t be charged again.',
      'Until then you can sign in and keep it:',
      { link, words: 'Keep my account' },
      notYou(to),
    ],
  }),
  'deletion-cancelled': ({ link }, to) => ({
    subject: `Your account at ${to.brand} stays`,
    lines: [
      'You canceled the deletion. If you have premium, it ends with the period you paid for, ' +
        'unless you choose to keep it:',
      { link, words: 'Your premium' },
      notYou(to),
    ],
  }),
  deactivated: ({ reason, link }, to) => ({
    subject: `Your account at ${to.brand} was deactivated`,
    lines: [
      'Our team took your account out. Nobody sees you any more, and you were signed out everywhere.',
      reason ? `The reason: ${reason}` : 'No reason was given.',
      'You can still sign in to see your account, and to leave with your data:',
      { link, words: 'Sign in' },
      `If you think that this is wrong, write to ${to.support}.`,
    ],
  }),
  activated: ({ link }, to) => ({
    subject: `Your account at ${to.brand} is active again`,
    lines: ['Welcome back. Everything is as it was.', { link, words: 'Sign in' }],
  }),
  erased: ({ at }, { brand }) => ({
    subject: `Your account at ${brand} is erased`,
    lines: [
      `As you asked, your account and what it held were erased on ${at}.`,
      'What the law makes us keep, evidence in open reports and invoices, stays closed away until its time is over. ' +
        'This is the last mail to this address.',
    ],
  }),
}
