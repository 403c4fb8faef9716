import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

// The pages of docs/runbooks, whose commands tests run as they are.

/** Commands, and the lines that they print, in which `…` stands for anything. */
type Step = { commands: string; prints: string[] }
export type Runbook = { settings: string; steps: Step[] }

const unindented = (text: string, indent: string) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()

/** The blocks of commands of a page, each with the block of output that follows it. */
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

/** The names that settings give a value, or that are functions. */
export const namesOf = (settings: string): string[] =>
  [...settings.matchAll(/^(?:export )?(\w+)(?:=|\(\))/gm)].map(([, name = '']) => name).sort()

const END = '--- end of a step ---'

/** What each step of a page prints, run in one shell with these settings instead of the page's. */
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

/** The lines of a step that were not printed, in their order. */
export function missingLines({ prints }: Step, output: string): string[] {
  const lines = output.split('\n')
  return prints.filter((expected) => {
    const pattern = new RegExp(`^${expected.split('…').map(escaped).join('.*')}$`)
    const at = lines.findIndex((line) => pattern.test(line.trim()))
    if (at >= 0) lines.splice(0, at + 1)
    return at < 0
  })
}
