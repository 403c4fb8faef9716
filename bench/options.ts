import { parseArgs } from 'node:util'
import { isSection, sectionNames, type SectionName } from './sections.ts'

export type Options = {
  people: number
  choices: number
  seconds: number
  sockets: number
  plans: boolean
  only: readonly SectionName[]
  keep: string | undefined
  rate: number
  calls: number
  viewers: number
  slack: number
  isShort: boolean
  isRelease: boolean
}

/** The options of a quick run, which reveals a missing index or an extra statement without slow measurements. */
const SHORT = {
  people: 4000,
  choices: 50,
  seconds: 2,
  rate: 50,
  calls: 20,
  viewers: 10,
  only: ['deck', 'search', 'back-office', 'likes', 'messages', 'calls'],
} as const

const FULL = { people: 100_000, seconds: 5, rate: 200, calls: 60, viewers: 50 }

const usage = `npm run bench -- [options]
  --people N       members (100000)
  --choices N      choices that each of them has made (${defaultChoices(100_000)} at 100,000 members, fewer the more there are)
  --only A,B       only these sections: ${sectionNames.join(', ')}
  --keep FOLDER    keeps the population there, and uses it the next time
  --seconds N      how long each rate is held (5)
  --sockets N      open sockets in the section of that name (5000)
  --short          a coarse run of ${SHORT.people} members in less than 90 seconds, with every bar doubled; fails as well where
                   a figure is much worse than at the last release
  --release        saves the figures as those of this release
  --plans          writes how the database came to slow answers to bench/results/plans.log`

/** Swipes per member: 200 up to 10,000 members, 63 at 100,000, 20 at a million, and 6 at ten million. */
export function defaultChoices(people: number): number {
  return Math.max(1, Math.round(Math.min(200, people / 20, 200 * Math.sqrt(10_000 / people))))
}

function refuse(message: string): never {
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) refuse(`--${name} must be a whole number above 0, not "${text}".`)
  return Number(text)
}

function sectionsIn(text: string | undefined): SectionName[] {
  if (text === undefined) return [...sectionNames]
  return text.split(',').map((name) => (isSection(name) ? name : refuse(`There is no section called "${name}".`)))
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        people: { type: 'string' },
        choices: { type: 'string' },
        seconds: { type: 'string' },
        sockets: { type: 'string', default: '5000' },
        plans: { type: 'boolean', default: false },
        only: { type: 'string' },
        keep: { type: 'string' },
        short: { type: 'boolean', default: false },
        release: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

export function optionsIn(args: readonly string[]): Options {
  const values = parsed(args)
  const usual = values.short ? SHORT : FULL
  const people = wholeNumber('people', values.people ?? String(usual.people))
  // With fewer members, two people would match twice.
  if (people < 200) refuse('--people must be at least 200.')
  return {
    people,
    choices: wholeNumber('choices', values.choices ?? String(values.short ? SHORT.choices : defaultChoices(people))),
    seconds: wholeNumber('seconds', values.seconds ?? String(usual.seconds)),
    sockets: wholeNumber('sockets', values.sockets),
    plans: values.plans,
    only: values.only === undefined && values.short ? SHORT.only : sectionsIn(values.only),
    keep: values.keep,
    rate: usual.rate,
    calls: usual.calls,
    viewers: usual.viewers,
    slack: values.short ? 2 : 1,
    isShort: values.short,
    isRelease: values.release,
  }
}
