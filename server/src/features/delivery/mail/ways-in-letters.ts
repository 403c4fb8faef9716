import { message } from '@kindred/contract'
import type { Letters } from './letter-kinds.ts'
import { help, wasntMe } from './wasnt-me.ts'

const signOutOffer = (signOut: string) => [
  message('You can also end every session on all devices. This link works once and expires in 7 days:'),
  { link: signOut, words: message('Sign me out everywhere') },
]

export const waysInLetters = {
  verification: ({ code, link }, { brand }) => ({
    subject: message('Confirm your email for {brand}', { brand }),
    lines: [
      message('Enter this code to confirm your email. It expires in 10 minutes.'),
      { code },
      message('Or use this link, which expires in 24 hours:'),
      { link, words: message('Confirm my email') },
      message('Didn’t ask for this? You can ignore this email.'),
    ],
  }),
  'reset-password': ({ link }, { brand }) => ({
    subject: message('Reset your {brand} password', { brand }),
    lines: [
      message('Someone, probably you, asked to reset your password. The link works once and expires in 15 minutes.'),
      { link, words: message('Reset my password') },
      message('This signs you out everywhere. Didn’t ask for it? Ignore this email, and your password stays the same.'),
    ],
  }),
  'new-device': ({ device, address, at, link }, to) => ({
    subject: message('New sign-in to {brand}', { brand: to.brand }),
    lines: [
      message('There was a new sign-in to your account: {device} from {address} on {at}.', {
        device,
        address,
        at: to.formats.moment(at),
      }),
      message('If this was you, you don’t need to do anything. If not, change your password and sign out everywhere:'),
      { link, words: message('Review my sign-ins') },
    ],
  }),
  'password-changed': ({ at, ...not }, to) => ({
    subject: message('Your {brand} password was changed', { brand: to.brand }),
    lines: [
      message('Your password was changed on {at}, and all other devices were signed out.', {
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'passkey-added': ({ name, at, ...not }, to) => ({
    subject: message('A passkey was added to your {brand} account', { brand: to.brand }),
    lines: [
      message('“{name}” was added on {at}. It lets you sign in without a password.', {
        name,
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'passkey-removed': ({ name, at, ...not }, to) => ({
    subject: message('A passkey was removed from your {brand} account', { brand: to.brand }),
    lines: [
      message('“{name}” was removed on {at}. You can no longer sign in with it.', { name, at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'second-factor-on': ({ at, ...not }, to) => ({
    subject: message('Two-step verification is on for your {brand} account', { brand: to.brand }),
    lines: [
      message('Two-step verification was turned on, with new recovery codes, on {at}.', { at: to.formats.moment(at) }),
      ...wasntMe(not, to),
    ],
  }),
  'second-factor-off': ({ at, ...not }, to) => ({
    subject: message('Two-step verification is off for your {brand} account', { brand: to.brand }),
    lines: [
      message('Two-step verification was turned off on {at}. Your recovery codes no longer work.', {
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'provider-linked': ({ provider, at, ...not }, to) => ({
    subject: message('{provider} was linked to your {brand} account', { provider, brand: to.brand }),
    lines: [
      message('A {provider} account was linked on {at}. It lets you sign in without a password.', {
        provider,
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'provider-unlinked': ({ provider, at, ...not }, to) => ({
    subject: message('{provider} was unlinked from your {brand} account', { provider, brand: to.brand }),
    lines: [
      message('Your {provider} account was unlinked on {at}. You can no longer sign in with it.', {
        provider,
        at: to.formats.moment(at),
      }),
      ...wasntMe(not, to),
    ],
  }),
  'change-email': ({ link }, { brand }) => ({
    subject: message('Confirm your new email for {brand}', { brand }),
    lines: [
      message('Confirm within 24 hours to use this email for your account.'),
      { link, words: message('Confirm my email') },
      message('Didn’t ask for this? Ignore this email, and nothing changes.'),
    ],
  }),
  'email-changed': ({ address, link }, to) => ({
    subject: message('Your {brand} email was changed', { brand: to.brand }),
    lines: [
      message('Emails about your account now go to {address}.', { address }),
      ...(link === null ? [help(to)] : wasntMe({ link, undoes: true }, to)),
    ],
  }),
  'email-change-planned': ({ address, at, link }, to) => ({
    subject: message('Your {brand} email will change', { brand: to.brand }),
    lines: [
      message(
        'Our team was asked to change your email to {address}. This happens on {at}. Until then, nothing changes.',
        {
          address,
          at: to.formats.moment(at),
        },
      ),
      message('If you didn’t ask for this, keep your address:'),
      { link, words: message('Keep my address') },
      message('The link works until then. After that, you’ll get another one that undoes the change.'),
      help(to),
    ],
  }),
  'email-change-canceled': ({ address }, to) => ({
    subject: message('Your {brand} email stays the same', { brand: to.brand }),
    lines: [
      message('We won’t change your email to {address}. You can keep signing in as before.', { address }),
      help(to),
    ],
  }),
  'already-registered': ({ link }, { brand }) => ({
    subject: message('You already have a {brand} account', { brand }),
    lines: [
      message('Someone, probably you, tried to sign up with this email, but it already has an account.'),
      message('Forgot your password? Choose a new one:'),
      { link, words: message('Reset my password') },
      message('If this wasn’t you, you don’t need to do anything.'),
    ],
  }),
  'address-refused': ({ link }, to) => ({
    subject: message('This email can’t be used for {brand}', { brand: to.brand }),
    lines: [
      message('Someone, probably you, wants to use this email, but we banned an account that had it.'),
      { link, words: message('Read our rules') },
      message('If you think this is a mistake, write to {support}.', { support: to.support }),
    ],
  }),
  'reuse-detected': ({ link }, to) => ({
    subject: message('We signed you out of {brand} on one device', { brand: to.brand }),
    lines: [
      message('Someone may have copied a sign-in from one of your devices, so we ended that session to keep you safe.'),
      message('Sign in again, then check where else you’re signed in:'),
      { link, words: message('Review my sign-ins') },
      help(to),
    ],
  }),
  'wrong-passwords': ({ signOut, link }, to) => ({
    subject: message('Someone may be guessing your {brand} password', { brand: to.brand }),
    lines: [
      message(
        'Someone entered a wrong password for your account 20 times or more in a day. None of these tries got in.',
      ),
      message('If this was you, you don’t need to do anything. If not, choose a password that you use nowhere else:'),
      { link, words: message('Change my password') },
      ...signOutOffer(signOut),
      help(to),
    ],
  }),
  'wrong-factors': ({ signOut, link }, to) => ({
    subject: message('Someone may know your {brand} password', { brand: to.brand }),
    lines: [
      message('Someone entered your password but failed two-step verification 3 times, so they didn’t get in.'),
      message('If this wasn’t you, someone else knows your password. Change it now:'),
      { link, words: message('Change my password') },
      ...signOutOffer(signOut),
      help(to),
    ],
  }),
} satisfies Partial<Letters>
