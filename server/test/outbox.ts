import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

export type Mail = { subject: string; text: string; html: string; raw: string; to: string; messageId: string }

/** The email in a file, if it is for this address. Parsing is slow, so files without the address aren't parsed. */
async function mailFor(address: string, file: string): Promise<Mail | undefined> {
  const content = readFileSync(file)
  const raw = content.toString('latin1')
  if (!raw.toLowerCase().includes(address)) return undefined
  const { subject, text, html, to, messageId } = await PostalMime.parse(content)
  const addressee = to?.[0]?.address ?? ''
  if (addressee.toLowerCase() !== address) return undefined
  return {
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    raw,
    to: addressee,
    messageId: messageId ?? '',
  }
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
        .sort()
    : []

/** Waits until the outbox has at least this many emails to the address. */
export async function mailsIn(folder: string, address: string, atLeast: number, within = 15_000): Promise<Mail[]> {
  const read = new Map<string, Mail | undefined>()
  for (const end = Date.now() + within; ;) {
    const files = filesIn(folder)
    for (const name of files)
      if (!read.has(name)) read.set(name, await mailFor(address.toLowerCase(), join(folder, name)))
    const found = files.flatMap((name) => read.get(name) ?? [])
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
