// npm run ops-tools: installs the programs that operators put around the servers and that proofs use, from Debian.
// Where that isn't possible it says so, and the proofs that need them are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const packages = {
  pgbouncer: '/usr/sbin/pgbouncer',
  coturn: '/usr/bin/turnserver',
  haproxy: '/usr/sbin/haproxy',
  prometheus: '/usr/bin/promtool',
  'redis-server': '/usr/bin/redis-server',
}

const missing = Object.entries(packages).filter(([, program]) => !existsSync(program))
if (missing.length > 0) {
  const names = missing.map(([name]) => name)
  const args = ['install', '-y', '--no-install-recommends', ...names]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, error } = spawnSync('apt-get', args, { stdio: 'inherit', env })
  if (status !== 0) {
    console.error(`${names.join(', ')} can’t be installed here: ${error?.message ?? 'apt-get failed (are you root?)'}.`)
    process.exitCode = 1
  }
}
