import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** Fields of /proc/<pid>/stat: the parent, and the ticks of the process and of its ended children. */
function statOf(pid: string): { parent: number; own: number; ended: number } | undefined {
  try {
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = rest.slice(9)
    return { parent: parent ?? 0, own: utime + stime, ended: cutime + cstime }
  } catch {
    // The process has ended since its folder was listed.
    return undefined
  }
}

export function parentOf(pid: number): number {
  const stat = statOf(String(pid))
  if (!stat) throw new Error(`There is no process ${pid}.`)
  return stat.parent
}

export type Cpu = { server: number; postgres: number }

export function cpuOf(serverPid: number, postmasterPid: number): Cpu {
  const head = statOf(String(postmasterPid))
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .reduce((sum, stat) => sum + (stat?.parent === postmasterPid ? stat.own : 0), 0)
  return {
    server: (statOf(String(serverPid))?.own ?? 0) * MS_PER_TICK,
    postgres: ((head?.own ?? 0) + (head?.ended ?? 0) + backends) * MS_PER_TICK,
  }
}
