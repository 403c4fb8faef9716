// Reads a table of swipes: CSV with a header line and without quotes.

export type Line = {
  from: string
  to: string
  when: number
  likes: boolean
  event: string
  group: string
  otherGroup: string
  score: number | null
  low: number | null
  high: number | null
  truth: number | null
}

const YES = new Set(['yes', 'y', 'true', '1', 'like', 'superlike'])
const NO = new Set(['no', 'n', 'false', '0', 'pass'])

function likesIn(text: string): boolean {
  const word = text.toLowerCase()
  if (!YES.has(word) && !NO.has(word)) throw new Error(`“${text}” is neither yes nor no.`)
  return YES.has(word)
}

function numberIn(text: string): number | null {
  if (text === '') return null
  if (Number.isNaN(Number(text))) throw new Error(`“${text}” is no number.`)
  return Number(text)
}

function timeIn(text: string): number {
  const value = text === '' || Number.isNaN(Number(text)) ? Date.parse(text) : Number(text)
  if (Number.isNaN(value)) throw new Error(`“${text}” is no time.`)
  return value
}

function idIn(text: string): string {
  if (text === '') throw new Error('Each choice needs the person who made it and the person it’s about.')
  return text
}

/** Lines sorted by time. Simultaneous swipes stay in the order of the file. */
export function readChoices(text: string): Line[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  for (const name of ['from', 'to', 'when', 'likes'])
    if (!names.includes(name)) throw new Error(`The column “${name}” is missing.`)
  if (names.includes('group') !== names.includes('otherGroup'))
    throw new Error('The columns “group” and “otherGroup” are only of use together.')
  if (text.includes('"')) throw new Error('Values in quotes can’t be read: write them without.')
  return lines
    .map((line): Line => {
      const cells = line.split(',')
      const cell = (name: string) => cells[names.indexOf(name)]?.trim() ?? ''
      return {
        from: idIn(cell('from')),
        to: idIn(cell('to')),
        when: timeIn(cell('when')),
        likes: likesIn(cell('likes')),
        event: cell('event'),
        group: cell('group'),
        otherGroup: cell('otherGroup'),
        score: numberIn(cell('score')),
        low: numberIn(cell('low')),
        high: numberIn(cell('high')),
        truth: numberIn(cell('truth')),
      }
    })
    .sort((a, b) => a.when - b.when)
}
