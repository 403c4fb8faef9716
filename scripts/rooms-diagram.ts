// npm run rooms-diagram: draws docs/rooms.svg from the imports between rooms, so that it is always true.
import { writeFileSync } from 'node:fs'
import { roomImports, sourceFiles } from './architecture.ts'

export const DIAGRAM = 'docs/rooms.svg'

type Imports = ReadonlyMap<string, ReadonlySet<string>>

const what: Record<string, string> = {
  billing: 'subscriptions, payments',
  chat: 'messages, reactions, reads',
  delivery: 'notifications, mail, push',
  discovery: 'deck, search, blocks',
  identity: 'accounts, sessions',
  leaving: 'erasure, data export',
  matching: 'choices, matches',
  moderation: 'reports, decisions, staff',
  operations: 'audit, configuration',
  profiles: 'profiles, pictures, places',
}

/** How many layers of rooms a room builds on; 0 if it imports none. */
function levels(rooms: readonly string[], imports: Imports): Map<string, number> {
  const found = new Map<string, number>()
  const levelOf = (room: string): number => {
    const known = found.get(room)
    if (known !== undefined) return known
    const below = [...(imports.get(room) ?? [])].map((each) => levelOf(each) + 1)
    const level = Math.max(0, ...below)
    found.set(room, level)
    return level
  }
  for (const room of rooms) levelOf(room)
  return found
}

const [LEFT, TOP, CELL] = [290, 110, 44]

const style = `
  text { font: 13px system-ui, sans-serif; fill: #5b5560 }
  .room { font-weight: 600; font-size: 15px; fill: #1d1a20 }
  line { stroke: #d9d4de } .self { fill: #efecf2 } .import { fill: #7c4dbd }
  @media (prefers-color-scheme: dark) {
    text { fill: #b9b2c0 } .room { fill: #f4f1f6 }
    line { stroke: #423c48 } .self { fill: #332e38 } .import { fill: #b892ee }
  }`

const middle = (nth: number) => nth * CELL + CELL / 2

const dot = (x: number, y: number, title: string): string =>
  `<circle class="import" cx="${x}" cy="${y}" r="8"><title>${title}</title></circle>`

/** One line per room: its name, what it owns, and a dot for each room it imports from. */
function row(room: string, nth: number, order: readonly string[], imports: Imports): string {
  const y = TOP + middle(nth)
  const dots = order.flatMap((other, at) =>
    imports.get(room)?.has(other) ? [dot(LEFT + middle(at), y, `${room} → ${other}`)] : [],
  )
  return [
    `<line x1="0" x2="${LEFT + order.length * CELL}" y1="${y - CELL / 2}" y2="${y - CELL / 2}"/>`,
    `<rect class="self" x="${LEFT + nth * CELL}" y="${y - CELL / 2}" width="${CELL}" height="${CELL}"/>`,
    `<text class="room" x="0" y="${y - 2}">${room}</text><text x="0" y="${y + 15}">${what[room] ?? ''}</text>`,
    ...dots,
  ].join('')
}

const heading = (room: string, nth: number): string =>
  `<text transform="translate(${LEFT + middle(nth) + 4} ${TOP - 10}) rotate(-60)">${room}</text>`

/** A matrix: each row imports from the columns with a dot. Without cycles, every dot is on one side of the diagonal. */
export function diagram(imports: Imports): string {
  const level = levels(Object.keys(what), imports)
  const order = Object.keys(what).toSorted((a, b) => (level.get(b) ?? 0) - (level.get(a) ?? 0) || (a < b ? -1 : 1))
  const size = order.length * CELL
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + size + 60} ${TOP + size + 4}" ` +
      'role="img" aria-label="Which rooms import from which">',
    `<style>${style}\n</style>`,
    ...order.map((room, nth) => heading(room, nth)),
    ...order.map((room, nth) => row(room, nth, order, imports)),
    '</svg>',
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(DIAGRAM, diagram(roomImports(sourceFiles())))
