import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

// A step's output is shown if the step fails, or live if it takes long.

export type Step = {
  name: string
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  worthReading?: boolean
}
export type Outcome = { name: string; passed: boolean; seconds: number; output: string; worthReading?: boolean }

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
  const lines = plain(output).match(/^\s*(Tests\s+)?\d+ (passed|failed).*$/gm) ?? []
  const number = (pattern: RegExp) => Number(lines.map((line) => pattern.exec(line)?.[1]).findLast(Boolean) ?? 0)
  return { passed: number(/(\d+) passed/), failed: number(/(\d+) failed/) }
}

const seconds: Record<string, number> = { ms: 0.001, s: 1, m: 60 }

export function slowest(output: string, count: number): { name: string; seconds: number }[] {
  const tests = plain(output)
    .split('\n')
    .flatMap((line) => {
      const [, name, time, unit] = /^\s+[✓✔✘×] +(?:\d+ )?(.+?) \(?([\d.]+)(ms|s|m)\)?$/.exec(line) ?? []
      const isTest = name && !/ \(\d+ tests?\b[^)]*\)$/.test(name)
      return isTest && unit ? [{ name, seconds: Number(time) * (seconds[unit] ?? 0) }] : []
    })
  return tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}

export function failures(output: string): string {
  const lines = plain(output).split('\n')
  const first = lines.findIndex((line) => /⎯ (Failed|Unhandled)|^\s+1\) \[/.test(line))
  return (first < 0 ? lines.slice(-60) : lines.slice(first, first + 120)).join('\n')
}

/**
 * Two fast checks run at the same time, so each gets half of the cores. More checkers than cores would only compute the
 * same types again.
 */
const HALF = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** Checks only what changed since the last time, or everything in a fresh clone. */
const typesOf = (project: string): Step['command'] => {
  const known = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return ['tsc', '-p', project, '--checkers', HALF, '--incremental', '--tsBuildInfoFile', known]
}

/** The compiler and linter run for seconds. Not collecting garbage below 2 GiB saves a quarter of their time. */
const COMPILER = { GOGC: 'off', GOMEMLIMIT: '2GiB', GOMAXPROCS: HALF }

/** The longest checks come first, so that none is left at the end while a core is idle. */
export const fastChecks: Step[] = [
  { name: 'architecture and rules', command: ['vitest', 'run', '--project', 'rules'] },
  { name: 'lint', command: ['oxlint', '--type-aware'], env: COMPILER, worthReading: true },
  {
    name: 'types of the contract, the server and the scripts',
    command: typesOf('tsconfig.json'),
    env: COMPILER,
  },
  { name: 'texts and translations', command: [process.execPath, 'scripts/catalogs.ts', '--check'] },
  { name: 'types of the web', command: typesOf('web/tsconfig.json'), env: COMPILER },
  { name: 'format', command: ['oxfmt', '--check'] },
]
