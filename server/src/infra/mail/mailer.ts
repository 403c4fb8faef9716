import { accessSync, constants, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

type Letter = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: Date
  from?: { name: string; address: string }
  unsubscribe?: string | undefined
}
/** Throws if sending fails, so that the worker retries. */
export type Mailer = {
  send: (letter: Letter) => Promise<void>
  check: () => Promise<void>
  close: () => void
}

/** Writes an ID without digits, because nothing in an email's headers may look like the code in its text. */
const lettersOf = (id: string): string =>
  id.replace(/[^0-9a-f]/gi, '').replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

const compose = (
  from: string | undefined,
  host: string,
  { from: own, id, to, subject, text, html, at, unsubscribe }: Letter,
): SendMailOptions => ({
  from: own ?? from,
  to,
  subject,
  text,
  html,
  date: at,
  // An email that is sent again after a crash has the same ID, so mail servers can drop the copy.
  messageId: `<${lettersOf(id)}@${host}>`,
  baseBoundary: lettersOf(id),
  headers: {
    'auto-submitted': 'auto-generated',
    ...(unsubscribe
      ? { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
      : {}),
  },
  textEncoding: 'quoted-printable',
  encoding: 'utf-8',
})

export function smtpMailer(url: string, from: string | undefined, host: string, requireTLS: boolean): Mailer {
  const transport = createTransport({
    url,
    requireTLS,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    send: async (letter) => void (await transport.sendMail(compose(from, host, letter))),
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

/** Without SMTP, writes an .eml file for each email, with names that sort by time. */
export function outboxMailer(folder: string, from: string | undefined, host: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (letter) => {
      const { message } = await transport.sendMail(compose(from, host, letter))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const name = `${letter.at.toISOString().replaceAll(':', '-')}-${letter.id}.eml`
      // With `buffer: true`, nodemailer returns the message as a Buffer and not as a stream.
      writeFileSync(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      renameSync(join(folder, `.${name}`), join(folder, name))
    },
    check: async () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      accessSync(folder, constants.W_OK)
    },
    close: () => transport.close(),
  }
}

type MailerOptions = {
  smtpUrl: string | undefined
  from: string | undefined
  publicUrl: string
  outbox: string
  requireTLS: boolean
}

export function chooseMailer({ smtpUrl, from, publicUrl, outbox, requireTLS }: MailerOptions): Mailer {
  const { hostname } = new URL(publicUrl)
  return smtpUrl ? smtpMailer(smtpUrl, from, hostname, requireTLS) : outboxMailer(outbox, from, hostname)
}
