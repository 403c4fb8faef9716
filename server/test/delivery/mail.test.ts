import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { outboxMailer, smtpMailer, type Mailer } from '../../src/infra/mail/mailer.ts'
import { present } from '../../../scripts/present.ts'
import { startWorld, until } from '../world.ts'
import { parsed, postOffice } from '../mail-steps.ts'

// One suite for both ways to send email: SMTP and the outbox.

type Post = {
  mailer: Mailer
  received: () => Promise<
    {
      subject?: string | undefined
      text?: string | undefined
      html?: string | undefined
      raw: string
      messageId?: string | undefined
    }[]
  >
}

const ways: Record<string, () => Promise<Post>> = {
  smtp: async () => {
    const { url, received } = await postOffice()
    return { mailer: smtpMailer(url, 'Kindred <hello@kindred.example>', 'kindred.example', false), received }
  },
  outbox: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kindred-outbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return {
      mailer: outboxMailer(folder, 'Kindred <hello@kindred.example>', 'kindred.example'),
      received: () =>
        parsed(
          existsSync(folder)
            ? readdirSync(folder)
                .sort()
                .map((name) => readFileSync(join(folder, name)))
            : [],
        ),
    }
  },
}

const anyLetter = {
  id: '0190c7f2-1234-7abc-8def-123456789012',
  to: 'zoe@people.example',
  subject: 'x',
  text: 'x',
  html: 'x',
  at: present(),
}

test.each(Object.entries(ways))(
  '%s: an email arrives unchanged, as text and HTML, with its own id',
  async (_name, open) => {
    const { mailer, received } = await open()
    onTestFinished(() => mailer.close())
    const letter = {
      id: '0190c7f2-1234-7abc-8def-123456789012',
      to: 'zoë@people.example',
      subject: 'Zoë, ein Gruß 🌱',
      text: 'Grüße\n\n123456\n',
      html: '<p>Grüße</p><p>123456</p>',
      at: new Date('2026-11-20T09:00:00Z'),
    }
    await mailer.send({ ...letter, to: 'zoe@people.example' })
    await mailer.send({ ...letter, to: 'zoe@people.example' })
    const [first, second] = await received()
    expect(first).toMatchObject({
      subject: letter.subject,
      from: { address: 'hello@kindred.example', name: 'Kindred' },
      to: [{ address: 'zoe@people.example' }],
    })
    expect(first!.text!.trim()).toBe('Grüße\n\n123456')
    expect(first!.html).toContain('Grüße')
    expect(first!.raw.indexOf('text/plain')).toBeLessThan(first!.raw.indexOf('text/html'))
    expect(first!.raw.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual(['123456', '123456'])
    expect(second?.messageId ?? first!.messageId).toBe(first!.messageId)
  },
)

test('user input in an email is text, never markup', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.member()]
  const reason = `<img src=x onerror=alert(1)> & "quoted" <a href="https://evil.example">here</a>`
  await ines.client.deactivateUser({ params: { id: ada.user._id }, body: { reason } })
  await world.sendHeldMail()
  const mails = await until(async () => {
    const all = await world.mailsTo(ada.email)
    return all.some(({ text }) => text.includes('What happened:')) ? all : undefined
  })
  const { html, text } = await PostalMime.parse(mails.at(-1)!.raw)
  expect(text).toContain(reason)
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;quoted&#34; &#60;a href=')
  expect(html).not.toMatch(/<img|evil\.example"/)
})

test('no email is sent to a mail server with an untrusted certificate', async () => {
  const certificate = (name: string) => readFileSync(new URL(`../certificates/localhost.${name}`, import.meta.url))
  let came = 0
  const server = new SMTPServer({
    authOptional: true,
    key: certificate('key'),
    cert: certificate('pem'),
    onData: (stream, _session, done) => (came++, stream.resume().on('end', () => done())),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const mailer = smtpMailer(`smtp://localhost:${port}`, 'Kindred <hello@kindred.example>', 'kindred.example', true)
  onTestFinished(() => mailer.close())
  await expect(mailer.send(anyLetter)).rejects.toThrow(/self.signed|unable to verify|certificate/i)
  expect(came).toBe(0)
})

test('where encryption is required, no email is sent to a mail server without it', async () => {
  const post = await postOffice()
  const mailer = smtpMailer(post.url, 'Kindred <hello@kindred.example>', 'kindred.example', true)
  onTestFinished(() => mailer.close())
  await expect(mailer.send(anyLetter)).rejects.toThrow(/STARTTLS/i)
  expect(await post.received()).toEqual([])
})
