import { parseArgs } from 'node:util'

export const SECTIONS = ['profile', 'deck', 'search', 'back-office', 'likes', 'messages', 'sockets'] as const
export type Section = (typeof SECTIONS)[number]

export type Options = {
  people: number
  choices: number
  /** How long each rate is held. */
  seconds: number
  /** Likes and messages per second. */
  rate: number
  /** The number of measurements of each read, and the number of viewers whose deck is compared with the exact one. */
  calls: number
  viewers: number
  /** The factor that every bar is relaxed by. */
  slack: number
  only: readonly Section[]
  keep: string | undefined
  isShort: boolean
  isAccepted: boolean
  /** The commit to compare with. */
  against: string | undefined
}

const FULL = { people: 100_000, seconds: 5, rate: 200, calls: 60, viewers: 50, slack: 1, only: SECTIONS }
/** A quick run, which reveals a missing index or a slow statement without slow measurements. */
const SHORT = { people: 4000, seconds: 2, rate: 50, calls: 20, viewers: 10, slack: 2, only: SECTIONS.slice(1, -1) }

const usage = `npm run bench -- [options]
  --people N       members (100000)
  --choices N      choices that each of them has made (fewer, the more there are)
  --only A,B       only these sections: ${SECTIONS.join(', ')}
  --keep FOLDER    keeps the population there, and uses it the next time
  --seconds N      how long each rate is held (5)
  --short          a coarse run of ${SHORT.people} members, with every bar doubled, which also fails where a call reads more pages
  --accept         with --short: saves how many pages the calls read
  --against COMMIT measures decks, likes and messages by turns with that commit, instead of the sections`

/** Swipes per member: 200 up to 10,000 members, 63 at 100,000, 20 at a million, and 6 at ten million. */
export const defaultChoices = (people: number): number =>
  Math.max(1, Math.round(Math.min(200, people / 20, 200 * Math.sqrt(10_000 / people))))

function refuse(message: string): never {
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}

export function optionsIn(args: string[]): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    people: text,
    choices: text,
    seconds: text,
    only: text,
    keep: text,
    short: flag,
    accept: flag,
    against: text,
  }
  try {
    const { values } = parseArgs({ args, options })
    const usual = values.short ? SHORT : FULL
    const number = (name: 'people' | 'choices' | 'seconds', otherwise: number) => {
      const given = Number(values[name] ?? otherwise)
      if (!Number.isInteger(given) || given < 1) throw new Error(`--${name} must be a whole number above 0.`)
      return given
    }
    const people = number('people', usual.people)
    // With fewer members, two people would match twice.
    if (people < 200) throw new Error('--people must be at least 200.')
    const only = values.only?.split(',').map((name) => {
      const section = SECTIONS.find((each) => each === name)
      if (!section) throw new Error(`There is no section called "${name}".`)
      return section
    })
    return {
      ...usual,
      people,
      choices: number('choices', values.short ? 50 : defaultChoices(people)),
      seconds: number('seconds', usual.seconds),
      only: only ?? usual.only,
      keep: values.keep,
      isShort: values.short,
      isAccepted: values.short && values.accept,
      against: values.against,
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
