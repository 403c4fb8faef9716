import { BASE } from '../api/base.ts'
import { texts } from '../api/error-text.ts'
import { CallFailed } from '../api/failure.ts'
import { readerLanguage } from '../api/reader-language.ts'
import { saveFile } from '../ui/save-file.ts'
import { type ReasonPrompt, withReason } from './access-reasons.ts'

const LINE = 10

export type Exported = {
  /** The key under which the reason is remembered. */
  subject: string
  prompt: ReasonPrompt
  /** Explains what to do if staff give no reason. */
  declined: string
  issueTicket: (input: { reason?: string }) => Promise<{ data: { ticket: string } }>
  path: string
  query: Record<string, string>
  file: string
}

/** A link can't carry credentials, so the page requests a ticket first. */
export async function exportList(
  { subject, prompt, declined, issueTicket, path, query, file }: Exported,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { ticket } = (await withReason(subject, declined, issueTicket, prompt)).data
  const address = `${BASE}${path}?${new URLSearchParams({ ...query, ticket })}`
  const answer = await fetch(address, { headers: { 'accept-language': readerLanguage() }, signal })
  saveFile(await received(answer, onRows), file)
}

/** Counts the rows while the file arrives. The first line is the header. */
async function received(answer: Response, onRows: (rows: number) => void): Promise<Blob> {
  if (!answer.ok || !answer.body) throw new CallFailed('no-answer', texts.networkOnTheWay)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = 0
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: 'text/csv' })
    parts.push(value)
    for (const byte of value) if (byte === LINE) lines++
    onRows(Math.max(0, lines - 1))
  }
}
