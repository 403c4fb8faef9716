import {
  type EmailKind,
  emailKinds,
  type Emails,
  NotificationKind,
  pushTexts,
  valuesOf,
  withOwnSubject,
} from '@kindred/contract'
import { languages } from '@kindred/contract/languages'
import { expect, test } from 'vitest'
import { describeNotification } from '../../src/features/delivery/notifications/rules.ts'
import { configure } from '../configuring.ts'
import { shared, startWorld } from '../world.ts'

async function operated(env: Record<string, string> = {}) {
  const world = await startWorld({ env })
  const { client, email, user } = await world.administrator()
  const set = (emails: Emails | undefined) => configure(client, { emails })
  return { world, client, email, user, set }
}

const installed = shared(() => operated())
// The keys are those of the constant.
const kindsOfNotifications = NotificationKind.options
const kinds = Object.keys(emailKinds) as EmailKind[]

test('an email has the operator’s subject, opening and closing, as text, around what stays ours', async () => {
  const { world, set } = await operated()
  const member = await world.member()
  const reset = async (atLeast: number) => {
    await world.client().forgotPassword({ body: { email: member.email } })
    return (await world.mailsTo(member.email, atLeast)).at(-1)!
  }
  const { length } = await world.mailsTo(member.email, 1)
  const ours = await reset(length + 1)
  await set({
    'reset-password': {
      en: {
        subject: 'A new key for {brand} <now>',
        opening: 'Lost <b>it</b>?\n\nIt happens at {brand}.',
        closing: 'Yours, {support}',
      },
      de: { subject: 'Neuer Schlüssel' },
    },
  })
  const { subject, text, html } = await reset(length + 2)
  expect(subject).toBe('A new key for Kindred <now>')
  const lines = text.trim().split('\n\n')
  const before = ours.text.trim().split('\n\n')
  const withoutLink = (all: string[]) => all.map((line) => line.replace(/https?:\S+/, 'link'))
  expect(withoutLink(lines)).toEqual(
    withoutLink([
      before[0]!,
      'Lost <b>it</b>?',
      'It happens at Kindred.',
      ...before.slice(1, -1),
      'Yours, support@kindred.example',
      before.at(-1)!,
    ]),
  )
  expect(html).toContain('Lost &#60;b&#62;it&#60;/b&#62;?</p>')
  expect(html).not.toContain('<b>it</b>')
  await member.client.setLanguage({ body: { language: 'de' } })
  const german = await reset(length + 3)
  expect([german.subject, german.text.includes('Kindred.')]).toEqual(['Neuer Schlüssel', false])
  await set(undefined)
  await member.client.setLanguage({ body: { language: 'en' } })
  expect((await reset(length + 4)).subject).toBe(ours.subject)
})

test('only the values of the kind are accepted, and a subject stays on one line', async () => {
  const { set } = await operated()
  const refused: [kind: EmailKind, words: object, part: string, msg: string][] = [
    ['reset-password', { opening: 'On {at}' }, 'opening', 'Use only these values: {brand}, {support}.'],
    ['erased', { closing: 'At {name}' }, 'closing', 'Use only these values: {brand}, {support}, {at}.'],
    ['erased', { closing: 'At {at' }, 'closing', 'Use only these values: {brand}, {support}, {at}.'],
    ['decided', { subject: 'Good news' }, 'subject', 'The subject of this email can’t be changed.'],
    ['erased', { subject: 'Gone\r\nBcc: eve@example.org' }, 'subject', 'Please keep this on one line.'],
    ['erased', { opening: ' ' }, 'opening', 'This field is required.'],
  ]
  for (const [kind, words, part, msg] of refused)
    await expect(set({ [kind]: { en: words } })).rejects.toMatchObject({
      details: { errors: [{ path: `configuration.emails.${kind}.en.${part}`, msg }] },
    })
})

test('each kind can be previewed in each language, with all its values filled in', async () => {
  const { client } = await installed()
  for (const kind of kinds)
    for (const language of languages) {
      const opening = valuesOf(kind)
        .map((name) => `{${name}}`)
        .join(' | ')
      const subject = withOwnSubject.includes(kind) ? {} : { subject: opening }
      const { data } = await client.previewEmail({ body: { kind, language, words: { ...subject, opening } } })
      expect(`${kind} in ${language}: ${data.subject}\n${data.text}`).not.toMatch(/\{\w+\}|undefined|\[object/)
      expect(data.text).toMatch(/Kindred\u2069? \| /)
    }
  const ours = await client.previewEmail({ body: { kind: 'verification', language: 'ar', words: {} } })
  expect(ours.data.text).toContain('314159')
})

test('an administrator sends themselves a test, marked as one, to their own address and not too often', async () => {
  const { world, client, email } = await operated({ RATE_LIMIT: 'on' })
  const { length } = await world.mailsTo(email, 1)
  const body = { kind: 'deletion-asked', language: 'de', words: { opening: 'Schade, {brand}.' } } as const
  expect(await client.sendTestEmail({ body })).toEqual({ sent: true })
  // Mails of the same millisecond have no order.
  const mails = (await world.mailsTo(email, length + 1)).map(({ text }) => text)
  expect(mails.join('\n')).toContain('Das ist ein Test. Die Angaben sind erfunden.\n\nSchade, Kindred.')
  for (let each = 1; each < 20; each++) await client.sendTestEmail({ body })
  await expect(client.sendTestEmail({ body })).rejects.toMatchObject({ status: 429 })
})

test('only administrators preview and test emails', async () => {
  const { world } = await installed()
  const { client } = await world.member()
  const body = { kind: 'erased', language: 'en', words: {} } as const
  await expect(client.previewEmail({ body })).rejects.toMatchObject({ status: 403 })
  await expect(client.sendTestEmail({ body })).rejects.toMatchObject({ status: 403 })
})

test('each text of a push can be replaced', async () => {
  const { client } = await installed()
  const { texts } = (await client.listTexts({ query: { language: 'de', only: 'pushes' } })).data
  expect(texts.map(({ text, inMessages }) => [text, inMessages])).toEqual(pushTexts.map((text) => [text, true]))
  const described = kindsOfNotifications.flatMap((kind) => [
    describeNotification(kind, { name: 'Kim' }, 2).text,
    describeNotification(kind, { name: 'Kim', atLeast: true }, 2).text,
    ...(kind === 'search' ? [describeNotification(kind, {}, 2).text] : []),
  ])
  const used = described.flatMap((text) => (typeof text === 'string' ? [] : [text.text]))
  expect(new Set(used)).toEqual(new Set(pushTexts.slice(0, -1)))
})
