import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

// What the bench has started ends with it, also when it is interrupted: the last first.

const endings: (() => Promise<unknown>)[] = []
let isInterrupted = false

export const isStopping = (): boolean => isInterrupted

export const atEnd = (work: () => Promise<unknown>): void => void endings.unshift(work)

export async function endAll(): Promise<void> {
  for (const work of endings.splice(0)) await work()
}

export function started<T extends ChildProcess>(child: T): T {
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  })
  return child
}

export function stopWithUs(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (isInterrupted) return
      isInterrupted = true
      console.error('Stopping the servers and the database …')
      void endAll().finally(() => process.exit(130))
    })
}
