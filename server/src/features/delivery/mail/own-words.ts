import type { EmailWords, Text, Value, Values } from '@kindred/contract'
import type { Letter, Line, Recipient } from './letter-kinds.ts'
import { valueIn } from '../../../infra/language/write.ts'

// Adds an operator's own words to an email. They are plain text. The values are those of our own texts.

const isText = (line: Line): line is Text => typeof line === 'string' || 'text' in line

function valuesIn({ subject, lines }: Letter, { brand, support }: Recipient): Values {
  const all = [subject, ...lines.filter(isText)].map((text) => (typeof text === 'string' ? {} : text.values))
  return Object.assign({}, ...all, { brand, support }) as Record<string, Value>
}

const filled = (text: string, values: Values, { language, gender }: Recipient): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : String(valueIn(language, value, gender))
  })

export function withOwnWords(letter: Letter, { subject, opening, closing }: EmailWords, to: Recipient): Letter {
  const values = valuesIn(letter, to)
  const paragraphs = (text: string | undefined) =>
    text === undefined ? [] : filled(text, values, to).split(/\s*\n\s*/)
  return {
    ...letter,
    subject: subject === undefined ? letter.subject : filled(subject, values, to),
    lines: [...paragraphs(opening), ...letter.lines, ...paragraphs(closing)],
  }
}
