import { message } from '@kindred/contract'
import { directionOf, languages, translated, type Language } from '@kindred/contract/languages'
import { beforeAll, expect, test } from 'vitest'
import { notifyMember } from '../../src/features/billing/gateway/notify-member.ts'
import type { SubscriptionRow } from '../../src/features/billing/queries.ts'
import type { LetterKind, LetterKinds } from '../../src/features/delivery/mail/letter-kinds.ts'
import { queueMail } from '../../src/features/delivery/mail/mail.ts'
import type { ApprovalRow } from '../../src/features/moderation/approvals/queries.ts'
import {
  sendAnnouncement,
  sendOutcome,
  sendRequests,
} from '../../src/features/moderation/approvals/send-approval-mails.ts'
import { write } from '../../src/infra/language/write.ts'
import { formatsIn } from '../../src/infra/zones.ts'
import { SYSTEM, unitOfWork, type Work } from '../../src/work.ts'
import { readItems } from '../../../scripts/server-words.ts'
import type { Mail } from '../outbox.ts'
import { shared, startWorld } from '../world.ts'

// Every kind of email in every language, read back from the outbox.

const at = new Date('2026-11-21T23:46:00Z')
const link = 'https://kindred.example/x'
const world = shared(() => startWorld())

/** Details for each kind of email that is queued directly; the functions below send the other kinds. */
const details: { [K in Exclude<LetterKind, 'approval' | 'subscription'>]: LetterKinds[K] } = {
  admission: { subject: message('You’re in'), text: 'Welcome.', link },
  'admission-asked': { subject: message('We have a question about your application'), text: 'Why here?', link },
  'admission-waiting': { subject: message('You’re on the waiting list'), text: 'We’re full.', link },
  'admission-declined': {
    subject: message('We’ve decided about your application'),
    text: 'We’re sorry.',
    erasedOn: at,
    link,
  },
  age: { subject: message('Please show that you’re 18 or older'), lines: [], link },
  verification: { code: '271828', link },
  'reset-password': { link },
  'new-device': {
    device: message('{browser} on {system}', { browser: 'Firefox', system: 'Linux' }),
    address: '::1',
    at,
    link,
  },
  'password-changed': { at, link, undoes: false },
  'passkey-added': { name: 'My key', at, link, undoes: true },
  'passkey-removed': { name: 'My key', at, link, undoes: true },
  'second-factor-on': { at, link, undoes: true },
  'second-factor-off': { at, link, undoes: true },
  'provider-linked': { provider: 'Google', at, link, undoes: true },
  'provider-unlinked': { provider: 'Google', at, link, undoes: true },
  'terms-change': { name: 'terms', from: at, link },
  'change-email': { link },
  'email-changed': { address: 'new@example.org', link },
  'email-change-planned': { address: 'new@example.org', at, link },
  'email-change-canceled': { address: 'new@example.org' },
  'already-registered': { link },
  'address-refused': { link },
  'reuse-detected': { link },
  'wrong-passwords': { signOut: link, link },
  'wrong-factors': { signOut: link, link },
  'deletion-asked': { due: at, keep: link, link, undoes: true },
  'deletion-cancelled': { link },
  erased: { at },
  deactivated: {
    write: () => ({
      subject: message('Your account was deactivated'),
      lines: [message('A member of our team made this decision.')],
    }),
    link,
  },
  activated: { link },
  'edited-by-staff': { what: [message('first name'), message('bio')], link },
  'export-ready': { link },
  decided: {
    write: () => ({
      subject: message('Your account is banned'),
      lines: [message('A member of our team made this decision.')],
    }),
    link,
  },
  'fraud-warning': {
    write: () => ({
      subject: message('A warning about {name}', { name: 'Ben' }),
      lines: [message('They may have used a false identity, or tried to get money from people.')],
    }),
    link,
  },
  'date-reminder': { subject: message('Your date with {name} is coming up', { name: 'Ben' }), startsAt: at, link },
  'picture-decided': {
    subject: message('Your photo is approved'),
    lines: [message('Our team reviewed it, and people can see it now.')],
    link,
  },
  notice: {
    lines: [
      message('You and {name} matched', { name: 'Ben' }),
      message('{name} sent you a super like', { name: 'נועה' }),
    ],
    link,
    settings: link,
  },
}

const approval = {
  id: '1',
  kind: 'role',
  target: 'Eve Ito',
  is_admin: true,
  requester: 'Ines Ito',
  reason: 'She asked.',
  requested_at: new Date(at.getTime() - 72 * 3_600_000),
  expires_at: at,
  takes_effect_at: at,
}
const subscription = {
  id: '1',
  plan: 'annual',
  amount: 9900,
  current_period_end: at,
  trial_start: at,
  trial_end: at,
  disputed: false,
}
const before = { ...subscription, status: 'active', trial_start: null }

async function sendAll(work: Work<'config' | 'bus' | 'jobs' | 'keys'>, to: string): Promise<void> {
  for (const kind of Object.keys(details) as (keyof typeof details)[])
    await queueMail(work, { to, kind, details: details[kind] })
  // The rows have the columns that the emails need.
  const row = { ...approval, requested_by: to } as unknown as ApprovalRow
  await sendRequests(work, row, [to])
  await sendAnnouncement(work, row, { others: [to], objectors: [] })
  await sendAnnouncement(work, { ...row, takes_effect_at: null }, { others: [to], objectors: [to] })
  for (const decision_kind of ['warn', 'hide', 'limit', 'suspend', 'ban'] as const)
    await sendRequests(work, { ...row, kind: 'decision', decision_kind }, [to])
  for (const account_action of ['activate', 'deactivate', 'edit', 'sign_out', 'lift'] as const)
    await sendRequests(work, { ...row, kind: 'account', account_action }, [to])
  for (const outcome of ['approved', 'declined', 'expired', 'automatic', 'failed'] as const)
    await sendOutcome(work, row, { outcome, by: 'Mo Ali', reason: undefined })
  for (const status of ['active', 'trialing', 'past_due', 'canceled']) {
    const after = { ...subscription, account_id: to, status } as unknown as SubscriptionRow
    await notifyMember(
      work,
      { ...before, status: status === 'trialing' ? 'incomplete' : 'active' } as unknown as SubscriptionRow,
      after,
      status === 'active' ? [{ amount: 9900, tax: 1581 }] : [],
    )
  }
  const disputed = { ...subscription, account_id: to, status: 'past_due', disputed: true } as unknown as SubscriptionRow
  await notifyMember(work, before as unknown as SubscriptionRow, disputed, [])
}
/** The number of emails: of each kind above, 13 about approvals, 5 about their outcomes, and 6 about subscriptions. */
const SENT = Object.keys(details).length + 13 + 5 + 6

const mails = new Map<Language, Mail[]>()
beforeAll(async () => {
  const { member, query, deps, mailsTo } = await world()
  for (const language of languages) {
    const { user, email } = await member({ firstName: 'Zoë' })
    const earlier = (await mailsTo(email, 1)).length
    await query(`update accounts set language = '${language}', time_zone = 'Asia/Tokyo' where id = '${user._id}'`)
    await unitOfWork(deps, SYSTEM, (work) => sendAll(work, user._id))
    mails.set(language, (await mailsTo(email, earlier + SENT)).slice(earlier))
  }
}, 120_000)

const mailsIn = (language: Language): Mail[] => mails.get(language) ?? []

test.each(languages)('an email in %s says its language and direction', (language) => {
  expect(mailsIn(language)).toHaveLength(SENT)
  for (const { html } of mailsIn(language))
    expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
})

test.each(languages)('every placeholder of an email in %s is filled in', (language) => {
  for (const { subject, text, html } of mailsIn(language)) {
    expect(`${subject} ${text}`).not.toMatch(/[{}]|\[object|undefined|null|NaN/)
    // A title can't contain elements, so only the title keeps the isolating characters.
    const body = html.slice(html.indexOf('</head>')).replace(/ style="[^"]*"/g, '')
    expect(body).not.toMatch(/[{}\u2068\u2069]|\[object|undefined|null|NaN/)
  }
})

test.each(translated)('nothing of an email is left in English that is translated into %s', (language) => {
  const english = readItems(language).flatMap(({ msgid, msgstr: [text] }) =>
    text && text !== msgid && !msgid.includes('{') && msgid.length > 12 ? [msgid] : [],
  )
  for (const { subject, text } of mailsIn(language))
    expect(english.filter((each) => `${subject}\n${text}`.includes(each))).toEqual([])
})

test.each(languages)('its greeting, its dates and the names in it are as %s writes them', (language) => {
  const isolated = directionOf(language) === 'rtl' ? '\u2068Zoë\u2069' : 'Zoë'
  const { day, moment } = formatsIn('Asia/Tokyo', language)
  const all = mailsIn(language).map(({ text }) => text)
  for (const text of all) expect(text.startsWith(write(language, message('Hi {name},', { name: 'Zoë' })))).toBe(true)
  expect(all.every((text) => text.split('\n')[0]?.includes(isolated))).toBe(true)
  expect(all.filter((text) => text.includes(day(at))).length).toBeGreaterThan(4)
  expect(all.filter((text) => text.includes(moment(at))).length).toBeGreaterThan(3)
})

test('a subject is translated, and a name of the other direction is isolated in it and in the text', () => {
  const [german, arabic] = [mailsIn('de'), mailsIn('ar')]
  const title = (language: Language) => write(language, message('Confirm your email for {brand}', { brand: 'Kindred' }))
  expect(german.map(({ subject }) => subject)).toContain(title('de'))
  expect(arabic.map(({ subject }) => subject)).toContain(title('ar'))
  expect(title('ar')).toContain('\u2068Kindred\u2069')
  expect(german.some(({ text, html }) => text.includes('\u2068נועה\u2069') && html.includes('<bdi>נועה</bdi>'))).toBe(
    true,
  )
})
