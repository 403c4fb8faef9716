import { spawn } from 'node:child_process'

// A step's output is shown if the step fails, or live if it takes long.

export type Step = {
  name: string
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  worthReading?: boolean
}
export type Outcome = {
  name: string
  passed: boolean
  seconds: number
  output: string
  worthReading?: boolean
  /** What failed at first and passed when it was repeated. */
  unstable?: string
}

export function run({ name, command, env, worthReading = false }: Step, show = false): Promise<Outcome> {
  const began = Date.now()
  return new Promise((resolve) => {
    const [program, ...args] = command
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let shown = 0
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (!show) return
        // Only whole lines are written, because another step may be writing, too.
        const end = output.lastIndexOf('\n') + 1
        process.stdout.write(output.slice(shown, end))
        shown = Math.max(shown, end)
      })
    child.on('error', (error) => resolve({ name, passed: false, seconds: 0, output: error.message }))
    child.on('close', (code) =>
      resolve({ name, passed: code === 0, seconds: (Date.now() - began) / 1000, output, worthReading }),
    )
  })
}

export function printOutcome({ name, passed, seconds, output, worthReading }: Outcome, shown = false): void {
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if ((!passed || worthReading) && !shown) console.log(output.trimEnd())
}

/** Strips the colors that test runners print. */
// eslint-disable-next-line no-control-regex -- ANSI codes start with an escape character
export const plain = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '')

/** Counts tests as vitest, Playwright and our own scripts print them on their own lines. */
export function counts(output: string): { passed: number; failed: number } {
  const lines = plain(output).match(/^\s*(Tests\s+)?\d+ (passed|failed|flaky).*$/gm) ?? []
  const number = (pattern: RegExp) => Number(lines.map((line) => pattern.exec(line)?.[1]).findLast(Boolean) ?? 0)
  return { passed: number(/(\d+) passed/) + number(/(\d+) flaky/), failed: number(/(\d+) failed/) }
}

/** What Playwright calls flaky: it failed, and passed when it was repeated. */
export function unstable(output: string): { unstable?: string } {
  return /^\s*\d+ flaky$/m.test(plain(output)) ? { unstable: failures(output) } : {}
}

export function failures(output: string): string {
  const lines = plain(output).split('\n')
  const first = lines.findIndex((line) => /⎯ (Failed|Unhandled)|^\s+1\) \[/.test(line))
  return (first < 0 ? lines.slice(-60) : lines.slice(first, first + 120)).join('\n')
}

/** The outcome of tests of which some failed and ran once more by themselves. */
export function repeated(first: Outcome, second: Outcome): Outcome {
  const { passed, failed } = counts(first.output)
  if (!second.passed) {
    const still = counts(second.output).failed
    return { ...first, output: `${second.output}\nTests  ${still} failed | ${passed + failed - still} passed` }
  }
  const both = `${failures(first.output)}\nThen:\n${second.output.trimEnd()}`
  return { ...first, passed: true, output: `Tests  ${passed + failed} passed`, unstable: both }
}
