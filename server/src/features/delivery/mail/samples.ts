import { message } from '@kindred/contract'
import type { LetterKinds } from './letter-kinds.ts'
import { days } from '../../../infra/clock.ts'

// Invented details for each kind of email, for an administrator who looks at one. Nothing in them leads anywhere.

export const INVENTED_NAME = 'Robin'
const OTHER = 'Kim'
const ADDRESS = 'robin@example.org'

export function sampleDetails(now: Date, link: string): LetterKinds {
  const at = now
  const soon = new Date(now.getTime() + days(15))
  const disowned = { link, undoes: true, at }
  const decision = {
    write: () => ({
      subject: message('A warning about your account'),
      lines: [message('No reason was given.')],
    }),
    link,
  }
  const all: LetterKinds = {
    verification: { code: '314159', link },
    'reset-password': { link },
    'new-device': {
      device: message('{browser} on {system}', { browser: 'Firefox', system: 'Linux' }),
      address: '192.0.2.1',
      at,
      link,
    },
    'password-changed': disowned,
    'passkey-added': { ...disowned, name: 'Laptop' },
    'passkey-removed': { ...disowned, name: 'Laptop' },
    'second-factor-on': disowned,
    'second-factor-off': disowned,
    'provider-linked': { ...disowned, provider: 'Google' },
    'provider-unlinked': { ...disowned, provider: 'Google' },
    'change-email': { link },
    'email-change-planned': { address: ADDRESS, at: soon, link },
    'email-change-canceled': { address: ADDRESS },
    'email-changed': { address: ADDRESS, link },
    'already-registered': { link },
    'address-refused': { link },
    'reuse-detected': { link },
    'wrong-passwords': { signOut: link, link },
    'wrong-factors': { signOut: link, link },
    'deletion-asked': { due: soon, keep: link, link, undoes: true },
    'deletion-cancelled': { link },
    erased: { at },
    deactivated: decision,
    activated: { link },
    'edited-by-staff': { what: [message('first name'), message('bio')], link },
    'export-ready': { link },
    admission: { subject: message('You’re in'), text: '…', link },
    'admission-asked': { subject: message('We have a question about your application'), text: '…', link },
    'admission-waiting': { subject: message('You’re on the waiting list'), text: '…', link },
    'admission-declined': {
      subject: message('We’ve decided about your application'),
      text: '…',
      erasedOn: new Date(now.getTime() + days(30)),
      link,
    },
    age: { subject: message('Please show that you’re 18 or older'), lines: [], link },
    approval: {
      write: () => ({ subject: message('{name} needs your approval', { name: OTHER }), lines: [] }),
      link,
    },
    'picture-decided': {
      subject: message('Your photo is approved'),
      lines: [message('Our team reviewed it, and people can see it now.')],
      link,
    },
    decided: decision,
    'terms-change': { name: 'terms', from: soon, link },
    'fraud-warning': {
      write: () => ({
        subject: message('A warning about {name}', { name: OTHER }),
        lines: [message('They may have used a false identity, or tried to get money from people.')],
      }),
      link,
    },
    subscription: { write: () => ({ subject: message('Your free trial has started'), lines: [] }), link },
    'date-reminder': {
      subject: message('Your date with {name} is coming up', { name: OTHER }),
      startsAt: soon,
      link,
    },
    notice: { lines: [message('You and {name} matched', { name: OTHER })], link, settings: link },
  }
  return all
}
