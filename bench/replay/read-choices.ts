// A table of choices: CSV with a line of names, and no quotes.

export type Line = {
  who: string
  whom: string
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

const numberIn = (text: string): number | null => (text === '' || Number.isNaN(Number(text)) ? null : Number(text))

/** A time, or any number that grows with it. */
function timeIn(text: string): number {
  const value = numberIn(text) ?? Date.parse(text)
  if (Number.isNaN(value)) throw new Error(`“${text}” is no time.`)
  return value
}

/** Choices in the order of time. Those at the same time stay in the order of the file. */
export function readChoices(text: string): Line[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  for (const name of ['who', 'whom', 'when', 'likes'])
    if (!names.includes(name)) throw new Error(`The column “${name}” is missing.`)
  return lines
    .map((line): Line => {
      const cells = line.split(',')
      const cell = (name: string) => cells[names.indexOf(name)]?.trim() ?? ''
      return {
        who: cell('who'),
        whom: cell('whom'),
        when: timeIn(cell('when')),
        likes: YES.has(cell('likes').toLowerCase()),
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
