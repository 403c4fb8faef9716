import { nameOutside } from '../../../infra/names.ts'
import { letters, type LetterKind, type LetterKinds, type Line, type Recipient } from './letters.ts'

type RenderedLetter = { subject: string; text: string; html: string }

export function renderLetter<K extends LetterKind>(kind: K, details: LetterKinds[K], to: Recipient): RenderedLetter {
  const { subject, lines } = letters[kind](details, to)
  const greeting = to.firstName ? `Hi ${nameOutside(to.firstName)},` : 'Hi,'
  const closing = `${to.brand} · ${to.support}`
  return { subject, text: toText([greeting, ...lines, closing]), html: toHtml(subject, [greeting, ...lines], closing) }
}

const toText = (lines: Line[]): string =>
  `${lines.map((line) => (typeof line === 'string' ? line : 'code' in line ? line.code : line.link)).join('\n\n')}\n`

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// Colors are names or rgb(): mail programs could take six hexadecimal digits for the code.
const styles = {
  page: 'margin:0;background:rgb(250,245,242);padding:32px 16px',
  card:
    'max-width:520px;margin:0 auto;background:white;border-radius:16px;padding:32px;' +
    "font:16px/24px -apple-system,'Segoe UI',Roboto,sans-serif;color:rgb(44,32,34)",
  paragraph: 'margin:0 0 16px',
  code: 'margin:0 0 16px;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600',
  action: 'margin:0 0 24px',
  button:
    'display:inline-block;padding:12px 22px;border-radius:22px;background:rgb(200,62,33);color:white;' +
    'text-decoration:none;font-weight:600',
  closing: 'margin:24px 0 0;font-size:14px;line-height:20px;color:rgb(110,95,95)',
}

function lineToHtml(line: Line): string {
  if (typeof line === 'string') return `<p style="${styles.paragraph}">${escaped(line)}</p>`
  if ('code' in line) return `<p style="${styles.code}">${line.code}</p>`
  const button = `<a href="${escaped(line.link)}" style="${styles.button}">${escaped(line.words)}</a>`
  return `<p style="${styles.action}">${button}</p>`
}

const toHtml = (subject: string, lines: Line[], closing: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="${styles.page}"><div style="${styles.card}">`,
    ...lines.map(lineToHtml),
    `<p style="${styles.closing}">${escaped(closing)}</p></div></body></html>`,
  ].join('\n')
