import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

// Reads the pages of docs/runbooks, and runs their commands unchanged.

/** Commands and the lines that they print, where `…` stands for any text. */
type Step = { commands: string; prints: string[] }
export type Runbook = { settings: string; steps: Step[] }

const unindented = (text: string, indent: string) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()

/** Reads a page's command blocks, each with the output blocks that follow it. */
export function readRunbook(name: string): Runbook {
  const text = readFileSync(`docs/runbooks/${name}.md`, 'utf8')
  const steps: Step[] = []
  let settings = ''
  for (const [, indent = '', kind, content = ''] of text.matchAll(/^( *)```([a-z ]*)\n([^]*?)^ *```$/gm)) {
    const block = unindented(content, indent)
    if (kind === 'sh settings') settings = block
    else if (kind === 'sh') steps.push({ commands: block, prints: [] })
    else if (kind === 'text') steps.at(-1)?.prints.push(...block.split('\n'))
    else throw new Error(`${name}.md has a block of another kind: ${kind}`)
  }
  return { settings, steps }
}

/** The names of the variables and functions that settings define. */
export const namesOf = (settings: string): string[] =>
  [...settings.matchAll(/^(?:export )?(\w+)(?:=|\(\))/gm)].map(([, name = '']) => name).sort()

const END = '--- end of a step ---'

/** Runs all steps of a page in one shell with other settings, and returns the output of each step. */
export async function follow({ steps }: Runbook, settings: string): Promise<string[]> {
  const script = [settings, ...steps.map(({ commands }) => `${commands}\necho '${END}'`)].join('\n')
  const shell = spawn('sh', ['-euc', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(shell, 'close')
  if (code !== 0) throw new Error(`The commands ended with ${code}:\n${output}`)
  return output.split(`${END}\n`).slice(0, -1)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The expected lines of a step that weren't printed. */
export function missingLines({ prints }: Step, output: string): string[] {
  const lines = output.split('\n')
  return prints.filter((expected) => {
    const pattern = new RegExp(`^${expected.split('…').map(escaped).join('.*')}$`)
    const at = lines.findIndex((line) => pattern.test(line.trim()))
    if (at >= 0) lines.splice(0, at + 1)
    return at < 0
  })
}
