import { message } from '@kindred/contract'
import { directionOf, type Language } from '@kindred/contract/languages'
import { isolated, write } from '../../../infra/language/write.ts'
import { safeName } from '../../../infra/names.ts'
import { letters } from './letters.ts'
import type { LetterKind, LetterKinds, Line, Recipient } from './letter-kinds.ts'

type RenderedLetter = { subject: string; text: string; html: string }

export function renderLetter<K extends LetterKind>(kind: K, details: LetterKinds[K], to: Recipient): RenderedLetter {
  const { language, brand, gender } = to
  const letter = letters[kind](details, to)
  const name = safeName(to.firstName ?? '')
  const greeting = name ? message('Hi {name},', { name }) : message('Hi,')
  const lines = [greeting, ...letter.lines].map((line) => writeLine(to, line))
  const heading = write(language, letter.subject, gender)
  const subject = heading + (letter.endsWithBrand ? ` · ${isolated(brand, language)}` : '')
  const closing = `${isolated(brand, language)} · ${isolated(to.support, language)}`
  return { subject, text: toText([...lines, closing]), html: toHtml(language, { subject, heading, lines, closing }) }
}

type Written = string | { code: string } | { link: string; words: string }

function writeLine({ language, gender }: Recipient, line: Line): Written {
  if (typeof line === 'string' || 'text' in line) return write(language, line, gender)
  return 'code' in line ? line : { link: line.link, words: write(language, line.words, gender) }
}

function lineToText(line: Written): string {
  if (typeof line === 'string') return line
  return 'code' in line ? line.code : `${line.words}\n${line.link}`
}

const toText = (lines: Written[]): string => `${lines.map(lineToText).join('\n\n')}\n`

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Mail programs support the element better than the characters. */
const toMarkup = (text: string) => escaped(text).replaceAll(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

// Colors are names or rgb(): mail programs could take six hexadecimal digits for the code.
const styles = {
  page: 'margin:0;background:rgb(250,245,242);padding:32px 16px',
  card:
    'max-width:520px;margin:0 auto;background:white;border-radius:16px;padding:32px;' +
    "font:16px/24px -apple-system,'Segoe UI',Roboto,sans-serif;color:rgb(44,32,34)",
  heading: 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  code: 'margin:0 0 16px;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600',
  action: 'margin:0 0 24px',
  button:
    'display:inline-block;padding:12px 22px;border-radius:22px;background:rgb(200,62,33);color:white;' +
    'text-decoration:none;font-weight:600',
  closing: 'margin:24px 0 0;font-size:14px;line-height:20px;color:rgb(110,95,95)',
}

function lineToHtml(line: Written): string {
  if (typeof line === 'string') return `<p style="${styles.paragraph}">${toMarkup(line)}</p>`
  if ('code' in line) return `<p style="${styles.code}">${line.code}</p>`
  const button = `<a href="${escaped(line.link)}" style="${styles.button}">${toMarkup(line.words)}</a>`
  return `<p style="${styles.action}">${button}</p>`
}

type Page = { subject: string; heading: string; lines: Written[]; closing: string }

/** The heading is left out if a line repeats it. */
const toHtml = (language: Language, { subject, heading, lines, closing }: Page): string =>
  [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="${styles.page}"><div dir="${directionOf(language)}" style="${styles.card}">`,
    ...(lines.includes(heading) ? [] : [`<h1 style="${styles.heading}">${toMarkup(heading)}</h1>`]),
    ...lines.map(lineToHtml),
    `<p style="${styles.closing}">${toMarkup(closing)}</p></div></body></html>`,
  ].join('\n')
