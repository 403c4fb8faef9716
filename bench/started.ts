import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

// Processes that the bench has started end with it, however it ends.

const children = new Set<ChildProcess>()

export function started<T extends ChildProcess>(child: T): T {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

const guards = new Set<ChildProcess>()

export type Guard = { keep: () => void; release: () => Promise<void> }

/**
 * A process that briefly outlives the bench. When the bench ends, even by SIGKILL, the guard stops the PostgreSQL in
 * the folder and removes the folder unless it is kept. It has its own process group, so that Ctrl-C doesn't reach it.
 */
export function guard(folder: string): Guard {
  const child = fork('bench/guard.ts', [folder], { detached: true })
  guards.add(child)
  child.once('exit', () => guards.delete(child))
  return { keep: () => child.send('keep'), release: () => dismiss(child) }
}

async function dismiss(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exit
}

/** Stops everything, the database last. */
async function stopAll(): Promise<void> {
  await Promise.all([...children].map(stop))
  await Promise.all([...guards].map(dismiss))
}

let isEnding = false

export const isStopping = (): boolean => isEnding

async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  await stopAll()
  process.exit(code)
}

export function stopWithUs(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => {
      console.error('Stopping the servers and the database …')
      end(code).catch(() => process.exit(code))
    })
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => {
      if (!isEnding) console.error(error)
      end(1).catch(() => process.exit(1))
    })
}
