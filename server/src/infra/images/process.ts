import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { WorkerMessage, WorkerRequest } from './messages.ts'

// The server's side of the photo worker starts the process when needed and sends it one file at a time.

export type Death = 'file' | 'outside'
export type Outcome = Exclude<WorkerMessage, { kind: 'too-heavy' }> | { kind: 'died'; why: Death }

export type WorkerProcess = {
  /** Kills the process if it takes longer than `within` milliseconds. */
  ask: (request: WorkerRequest, within: number) => Promise<Outcome>
  pid: () => number | undefined
  deaths: () => number
  end: () => Promise<void>
}

const WORKER = join(import.meta.dirname, 'worker.ts')

export function openProcess(log: Logger, memory: number): WorkerProcess {
  let worker: ChildProcess | undefined
  let deaths = 0

  const start = (): ChildProcess => {
    const child = fork(WORKER, [String(memory)], {
      execArgv: ['--max-old-space-size=128'],
      // The environment is empty, so that code that takes over the decoder finds no secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('error', (error) => log.warn({ err: error }, 'the picture worker'))
    child.once('exit', () => {
      if (worker === child) worker = undefined
    })
    // The worker must not keep a stopping server alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  const end = async () => {
    const ending = worker
    worker = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit').catch(() => {})
    if (ending.kill('SIGKILL')) await exited
  }

  const ask = async (request: WorkerRequest, within: number): Promise<Outcome> => {
    worker ??= start()
    const { pid } = worker
    const message = await answerOf(worker, request, within)
    const outcome: Outcome = message.kind === 'too-heavy' ? { kind: 'died', why: 'file' } : message
    if (outcome.kind !== 'died') return outcome
    deaths++
    log.warn({ pid, answer: message }, 'the picture worker died')
    await end()
    return outcome
  }

  return { ask, pid: () => worker?.pid, deaths: () => deaths, end }
}

function answerOf(child: ChildProcess, request: WorkerRequest, within: number): Promise<WorkerMessage | Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: WorkerMessage | Outcome) => {
      clearTimeout(timer)
      child.channel?.unref()
      child.off('message', finish).off('exit', died)
      resolve(outcome)
    }
    const died = (code: number | null, signal: NodeJS.Signals | null) =>
      finish({ kind: 'died', why: isCrash(code, signal) ? 'file' : 'outside' })
    const timer = setTimeout(() => finish({ kind: 'died', why: 'file' }), within)
    child.on('message', finish).on('exit', died)
    child.channel?.ref()
    child.send(request, (error) => error && finish({ kind: 'died', why: 'outside' }))
  })
}

/**
 * A crashing decoder ends by one of these signals, or on Windows with a large exit code. A killed process ends by
 * another signal.
 */
const crashes = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])
const isCrash = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === null ? (code ?? 0) > 255 : crashes.has(signal)
