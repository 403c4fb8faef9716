import { parseArgs, type ParseArgsConfig } from 'node:util'

// How commands answer --help and arguments that they can't use: with one sentence and their usage, not a stack trace.

export function refuse(usage: string, error: unknown): never {
  console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
  process.exit(2)
}

export function parseCommand<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuse(usage, error)
  }
}

/** Runs what depends on the arguments. */
export function tryWith<T>(usage: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    return refuse(usage, error)
  }
}

export function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`“${text}” isn’t a number above zero.`)
  return Number(text)
}
