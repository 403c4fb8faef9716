import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseOwner, runAs } from '../../src/infra/embedded/owner.ts'
import { handOver } from '../../src/infra/embedded/place.ts'
import { dataFolder } from '../data-folder.ts'
import { debianPostgres } from '../debian-postgres.ts'
import { openLocalS3 } from '../local-s3.ts'
import { ownPort } from '../processes.ts'
import { proof } from '../proofs.ts'
import { follow, missingLines, namesOf, readRunbook } from '../runbook.ts'
import { runsWhere } from '../where.ts'
import { stopWhenOver, until } from '../world.ts'

// docs/runbooks/any-moment.md with PostgreSQL and pgBackRest from Debian, and a server that speaks S3.

const staff = { email: 'ines@people.example', password: 'harbour lemon violin' }
const BUCKET = 'kindred-backups'
const page = readRunbook('any-moment')
const [UP_TO_CHECK, FULL, INCREMENTAL, END] = [2, 3, 5, 9]

/** An empty PostgreSQL, and the runbook's settings for it. */
async function place(s3Port: number) {
  const [folder, owner] = [dataFolder(), databaseOwner()]
  const [port, webPort] = [await ownPort(), await ownPort()]
  const { tools } = debianPostgres()!
  const [cluster, sockets] = [join(folder, 'cluster'), join(folder, 'sockets')]
  for (const each of [cluster, sockets]) handOver(each, owner)
  mkdirSync(join(folder, 'data'))
  const made = runAs(owner, tools.initdb, [
    '-D',
    cluster,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  if (made.status !== 0) throw new Error(made.stderr)
  const bin = dirname(tools.pgCtl)
  const asOwner = owner.uid === undefined ? '' : `setpriv --reuid=${owner.uid} --regid=${owner.gid} --clear-groups`
  const settings = `
    export DATABASE_URL=postgres://kindred@127.0.0.1:${port}/kindred DATA_DIR=${folder}/data
    export PORT=${webPort} DEMO=0 RATE_LIMIT=off LOG_LEVEL=error ADMIN_EMAIL=${staff.email} ADMIN_PASSWORD='${staff.password}'
    ADDRESS=http://127.0.0.1:${webPort}
    CLUSTER=${cluster}
    export PGBACKREST_CONFIG=${folder}/pgbackrest.conf PGBACKREST_STANZA=kindred
    BUCKET=${BUCKET} ENDPOINT=127.0.0.1 KEY_ID=key-id SECRET=secret PASSPHRASE=a-passphrase-of-this-test
    export PGHOST=${sockets} PGPORT=${port} PGUSER=postgres PATH=${bin}:$PATH
    export PGBACKREST_PG1_PORT=${port} PGBACKREST_PG1_SOCKET_PATH=${sockets} PGBACKREST_LOCK_PATH=${sockets}
    export PGBACKREST_REPO1_STORAGE_PORT=${s3Port} PGBACKREST_REPO1_STORAGE_VERIFY_TLS=n
    chown() { ${owner.uid === undefined ? 'true' : `command chown ${owner.uid} "$2"`}; }
    . ${folder}/services.sh`
  writeFileSync(
    join(folder, 'services.sh'),
    `as_postgres() { (cd / && ${asOwner} "$@"); }
    postgresql() {
      as_postgres pg_ctl -D ${cluster} -w -l ${sockets}/log -m fast \\
        -o "-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${sockets}" "$1" > ${folder}/pg_ctl
    }
    kindred() {
      if [ "$1" = start ]; then
        '${process.execPath}' server/src/main.ts > ${folder}/log 2>&1 &
        echo $! > ${folder}/pid
      else
        kill "$(cat ${folder}/pid)"
        while ps -o stat= -p "$(cat ${folder}/pid)" | grep -q '^[^Z]'; do sleep 0.1; done
      fi
    }`,
  )
  const run = async (commands: string) =>
    (await follow({ settings: '', steps: [{ commands, prints: [] }] }, settings)).join('')
  stopWhenOver(() => run('kindred stop || true; postgresql stop || true').then(() => {}))
  /** Follows some steps of the runbook, and returns the expected lines that weren't printed. */
  const steps = async (from: number, to: number, moment = '') => {
    const some = page.steps.slice(from, to)
    const printed = await follow({ settings: '', steps: some }, `${settings}\nMOMENT='${moment}'`)
    return some.flatMap((step, at) => missingLines(step, printed[at] ?? ''))
  }
  return { run, steps, settings, address: `http://127.0.0.1:${webPort}` }
}

const ask = async (address: string, path: string, body: object, token = '') => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return [answer.status, (await answer.json()) as { data?: { token?: string } }] as const
}
const member = (firstName: string) => ({
  firstName,
  lastName: 'Moment',
  email: `${firstName.toLowerCase()}@people.example`,
  password: 'harbour lemon violin',
  dateOfBirth: '1990-05-05',
  acceptTerms: true,
})

const isInstalled = spawnSync('pgbackrest', ['version']).status === 0 && debianPostgres() !== undefined

test('the page names what it needs', () => {
  expect(page.steps).toHaveLength(END)
  expect(namesOf(page.settings)).toContain('MOMENT')
})

test.for(runsWhere(isInstalled, 'pgBackRest and PostgreSQL of Debian (npm run ops-tools)'))(
  'with pgBackRest, the database is as it was at a second, and what ended since ends again',
  { timeout: 300_000 },
  async () => {
    const { port, objects } = await openLocalS3(BUCKET)
    const { run, steps, settings, address } = await place(port)
    await run(`postgresql start
      as_postgres psql -qc 'create role kindred superuser login' -c 'create database kindred owner kindred'`)
    expect(await steps(0, UP_TO_CHECK)).toEqual([])
    await run('kindred start\ncurl -sf --retry 60 --retry-delay 1 --retry-connrefused "$ADDRESS/readyz/database"')

    // The first backup is killed in the middle.
    const copying = spawn('sh', ['-euc', `${settings}\nas_postgres pgbackrest --type=full backup`], { detached: true })
    await until(async () => [...objects.keys()].some((key) => /\/pg_data\/base\//.test(key)), 60_000)
    process.kill(-copying.pid!, 'SIGKILL')
    await once(copying, 'close')
    expect(await steps(UP_TO_CHECK, FULL)).toEqual([])
    expect((await ask(address, '/auth/register', member('Ada')))[0]).toBe(201)
    expect(await steps(FULL, INCREMENTAL)).toEqual([])
    expect([...objects.values()].some(({ bytes }) => bytes.includes('ada@people.example'))).toBe(false)

    const [, signedIn] = await ask(address, '/auth/login', staff)
    const moment = (await run(`as_postgres psql -Atc 'select clock_timestamp(), pg_sleep(1.1)' kindred`)).split('|')[0]!
    expect((await ask(address, '/auth/register', member('Ben')))[0]).toBe(201)
    await run(`as_postgres psql -qc 'select pg_switch_wal()' kindred`)
    expect(await steps(INCREMENTAL, END, moment)).toEqual([])

    const { email, password } = member('Ada')
    expect((await ask(address, '/auth/login', { email, password }))[0]).toBe(200)
    expect((await ask(address, '/auth/login', { email: 'ben@people.example', password }))[0]).toBe(401)
    const headers = { authorization: `Bearer ${signedIn.data!.token}` }
    expect((await fetch(`${address}/api/v1/auth/profile`, { headers })).status).toBe(401)
    proof(`a full and an incremental backup in ${objects.size} encrypted objects restored the second ${moment}`)
  },
)
