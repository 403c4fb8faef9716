import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** Fields of /proc/<pid>/stat: the parent, and the ticks of the process and of its ended children. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (state === 'Z') return undefined
    const [parent = 0, ...rest] = fields.map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = rest.slice(9)
    return { parent, own: utime + stime, ended: cutime + cstime }
  } catch {
    // There is no such process any more.
    return undefined
  }
}

export const isRunning = (pid: number): boolean => statOf(pid) !== undefined

export function parentOf(pid: number): number {
  const stat = statOf(pid)
  if (!stat) throw new Error(`There is no process ${pid}.`)
  return stat.parent
}

export type Cpu = { server: number; postgres: number }

export function cpuOf(serverPid: number, postmasterPid: number): Cpu {
  const head = statOf(postmasterPid)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .reduce((sum, stat) => sum + (stat?.parent === postmasterPid ? stat.own : 0), 0)
  return {
    server: (statOf(serverPid)?.own ?? 0) * MS_PER_TICK,
    postgres: ((head?.own ?? 0) + (head?.ended ?? 0) + backends) * MS_PER_TICK,
  }
}
