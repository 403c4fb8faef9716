import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export type Letter = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: Date
  /** Who it comes from, where that is not always the same. */
  from?: { name: string; address: string }
  /** Where one request ends letters of this kind. */
  unsubscribe?: string | undefined
}
/** Hands a letter to the post, or throws; the worker tries again. */
export type Mailer = { send: (letter: Letter) => Promise<void>; close: () => void }

/** Sixteen letters for an id: a mail's headers hold no group of digits that could be taken for its code. */
const lettersOf = (id: string): string =>
  id.replace(/[^0-9a-f]/gi, '').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)

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
  messageId: `<${lettersOf(id)}@${host}>`,
  baseBoundary: lettersOf(id),
  // Sent again after a crash, it is the same mail: whoever has it already can tell.
  headers: {
    'auto-submitted': 'auto-generated',
    ...(unsubscribe
      ? { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
      : {}),
  },
  textEncoding: 'quoted-printable',
  encoding: 'utf-8',
})

/** Real post. */
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
    close: () => transport.close(),
  }
}

/** Without a post office: one .eml file a mail, in the order in which they were written. */
export function outboxMailer(folder: string, from: string | undefined, host: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (letter) => {
      const { message } = await transport.sendMail(compose(from, host, letter))
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const name = `${letter.at.toISOString().replaceAll(':', '-')}-${letter.id}.eml`
      writeFileSync(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      renameSync(join(folder, `.${name}`), join(folder, name))
    },
    close: () => transport.close(),
  }
}

type Post = {
  smtpUrl: string | undefined
  from: string | undefined
  publicUrl: string
  outbox: string
  requireTLS: boolean
}

/** SMTP where it is configured, else the outbox. */
export function chooseMailer({ smtpUrl, from, publicUrl, outbox, requireTLS }: Post): Mailer {
  const { hostname } = new URL(publicUrl)
  return smtpUrl ? smtpMailer(smtpUrl, from, hostname, requireTLS) : outboxMailer(outbox, from, hostname)
}
