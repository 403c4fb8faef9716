import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export type Mail = { subject: string; text: string; html: string; raw: string; to: string; messageId: string }

async function read(file: string): Promise<Mail> {
  const raw = readFileSync(file, 'latin1')
  const { subject, text, html, to, messageId } = await PostalMime.parse(readFileSync(file))
  return {
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    raw,
    to: to?.[0]?.address ?? '',
    messageId: messageId ?? '',
  }
}

/** Waits until the outbox has at least this many emails to the address. */
export async function mailsIn(folder: string, address: string, atLeast: number, within = 45_000): Promise<Mail[]> {
  for (const end = Date.now() + within; ;) {
    const files = existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
          .sort()
      : []
    const mails = await Promise.all(files.map((name) => read(join(folder, name))))
    const found = mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase())
    if (found.length >= atLeast) return found
    if (Date.now() > end)
      throw new Error(
        `${address} got ${found.length} mails (${found.map(({ subject }) => subject).join('; ')}), not ${atLeast}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const codeIn = (mail: Mail): string => /(?<!\d)\d{6}(?!\d)/.exec(mail.text)![0]
export const tokenIn = (mail: Mail): string => /#token=([\w-]+)/.exec(mail.text)![1]!
