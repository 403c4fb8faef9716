import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { Asked, Told } from './messages.ts'

// The worker's process, seen from the server: started when it is asked, and asked one thing at a time.

/** Why there is no answer: the picture did it, or something from outside. */
export type Death = 'picture' | 'outside'
export type Outcome = Exclude<Told, { kind: 'too-heavy' }> | { kind: 'died'; why: Death }

export type WorkerProcess = {
  ask: (asked: Asked) => Promise<Outcome>
  pid: () => number | undefined
  deaths: () => number
  end: () => Promise<void>
}

const WORKER = join(import.meta.dirname, 'worker.ts')

export function openProcess(log: Logger, memory: number, within: number): WorkerProcess {
  let worker: ChildProcess | undefined
  let deaths = 0

  const start = (): ChildProcess => {
    const child = fork(WORKER, [String(memory)], {
      execArgv: ['--max-old-space-size=128'],
      // With nothing of our environment: who breaks a decoder finds no secret there.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', (error) => log.warn({ err: error }, 'the picture worker'))
    child.once('exit', () => {
      if (worker === child) worker = undefined
    })
    // It alone keeps no server running.
    child.unref()
    child.channel?.unref()
    return child
  }

  const end = async () => {
    const ending = worker
    worker = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit').catch(() => {})
    if (ending.kill('SIGKILL')) await gone
  }

  const ask = async (asked: Asked): Promise<Outcome> => {
    worker ??= start()
    const { pid } = worker
    const told = await answerOf(worker, asked, within)
    const outcome: Outcome = told.kind === 'too-heavy' ? { kind: 'died', why: 'picture' } : told
    if (outcome.kind !== 'died') return outcome
    deaths++
    log.warn({ pid, told }, 'the picture worker died')
    await end()
    return outcome
  }

  return { ask, pid: () => worker?.pid, deaths: () => deaths, end }
}

/** What the worker tells, or how it died. */
function answerOf(child: ChildProcess, asked: Asked, within: number): Promise<Told | Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Told | Outcome) => {
      clearTimeout(timer)
      child.channel?.unref()
      child.off('message', heard).off('exit', died)
      resolve(outcome)
    }
    const heard = (told: unknown) => settle(told as Told)
    const died = (code: number | null, signal: NodeJS.Signals | null) =>
      settle({ kind: 'died', why: isCrash(code, signal) ? 'picture' : 'outside' })
    const timer = setTimeout(() => settle({ kind: 'died', why: 'picture' }), within)
    child.on('message', heard).on('exit', died)
    child.channel?.ref()
    child.send(asked, (error) => error && settle({ kind: 'died', why: 'outside' }))
  })
}

/** How a decoder breaks: by a signal of its own making, or a code that only Windows knows. Others kill otherwise. */
const crashes = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])
const isCrash = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === null ? (code ?? 0) > 255 : crashes.has(signal)
