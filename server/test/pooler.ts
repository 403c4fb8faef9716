import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../src/infra/embedded/cluster.ts'
import { databaseOwner } from '../src/infra/embedded/owner.ts'

// A real PgBouncer (npm run ops-tools) in front of a test's database, in transaction pooling mode.

const PROGRAM = '/usr/sbin/pgbouncer'
export const isPoolerInstalled = existsSync(PROGRAM)

export async function openPooler(url: string, folder: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort()
  const { hostname, port: behind, username, password } = new URL(url)
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 20
server_idle_timeout = 20
`,
  )
  for (const file of [settings, users]) chmodSync(file, 0o644)
  const pooler = spawn(PROGRAM, ['-q', settings], { ...databaseOwner(), stdio: ['ignore', 'ignore', 'inherit'] })
  const address = new URL(url)
  address.port = String(port)
  await listens(port)
  return { url: address.href, stop: () => void pooler.kill('SIGKILL') }
}

/** Waits until PgBouncer listens. A statement would keep a connection open to a database that tests copy. */
async function listens(port: number, tries = 100): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (tries <= 1) throw error
    await pause(50)
    return listens(port, tries - 1)
  } finally {
    socket.destroy()
  }
}
