import { spawnSync } from 'node:child_process'

/** The user that runs the database: our own, or an unprivileged one if we are root, because PostgreSQL refuses root. */
export type Owner = { uid?: number; gid?: number }

const numberOf = (flag: string, user: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

const nobody = 65_534

export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  return { uid: numberOf('-u', 'postgres') ?? nobody, gid: numberOf('-g', 'postgres') ?? nobody }
}

export const runAs = (owner: Owner, command: string, args: string[]) =>
  spawnSync(command, args, {
    ...owner,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
  })

export const canEnter = (owner: Owner, folder: string): boolean =>
  owner.uid === undefined || runAs(owner, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).status === 0
