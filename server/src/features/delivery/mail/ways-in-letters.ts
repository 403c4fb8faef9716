import { say } from '@kindred/contract'
import type { Letters } from './letter-kinds.ts'
import { help, wasntMe } from './wasnt-me.ts'

// The texts of our emails about addresses, passwords and other ways to sign in.

const signOutOffer = (signOut: string) => [
  say('You can also end every session on all devices. This link works once and expires in 7 days:'),
  { link: signOut, words: say('Sign me out everywhere') },
]

export const waysInLetters = {
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
} satisfies Partial<Letters>
