import { api, createClient } from '@kindred/contract'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDb, openPool } from '../src/infra/db/db.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { openBalancer } from './balancer.ts'
import { dataFolder } from './data-folder.ts'
import { peopleOf } from './people.ts'
import { ownPort } from './processes.ts'
import { follow, missingLines, readRunbook } from './runbook.ts'
import { stopWhenOver, type Bearer } from './world.ts'

// The setup for the runbooks on upgrading and rolling back: this version and the next one in production behind a load
// balancer, while two members write to each other.

const PER_SECOND = 10

/** A stand-in for systemd, which restarts a server from a folder. */
function serviceScript(folder: string, databaseUrl: string): string {
  mkdirSync(join(folder, 'data'))
  return `
    restart() {
      log=${folder}/\${1#*:}
      if [ -e $log.pid ]; then
        kill "$(cat $log.pid)"
        while ps -o stat= -p "$(cat $log.pid)" | grep -q '^[^Z]'; do sleep 0.1; done
      fi
      (
        cd "$2"
        export NODE_ENV=production PORT=\${1#*:} DATABASE_URL='${databaseUrl}' TOKEN_SECRET='${randomBytes(32).toString('base64')}' DEMO=0
        export ADMIN_EMAIL=admin@love.example ADMIN_PASSWORD='lantern orchard seventy'
        export PUBLIC_URL=https://love.example SMTP_URL=smtp://127.0.0.1:1 LOG_LEVEL=error TRUSTED_HOPS=1
        exec '${process.execPath}' "$2/server/src/main.ts"
      ) >> $log.log 2>&1 &
      echo $! > $log.pid
    }
    stop_all() { for each in ${folder}/*.pid; do kill -9 "$(cat $each)" || true; done; }
    export DATA_DIR=${folder}/data`
}

/** Makes the next version from a copy of this one by adding a column to a table and its view. */
function unpackNext(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@kindred'), { recursive: true })
  const copy = 'git ls-files -z | xargs -0 ls -d 2>/dev/null | tar -c -T - | tar -x -C "$1"'
  execFileSync('sh', ['-c', copy, 'sh', folder])
  for (const name of readdirSync('node_modules').filter((each) => each !== '@kindred'))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@kindred', name))
  const source = join(folder, 'server/src')
  writeFileSync(join(source, 'infra/db/migrations/0999_next.sql'), 'alter table messages add column mood text;')
  const view = join(source, 'features/chat/views.sql')
  writeFileSync(view, readFileSync(view, 'utf8').replace('kind from messages', 'kind, mood from messages'))
}

/** An installation of this version with two servers, and a way to follow the runbooks. */
export async function rollingInstallation() {
  const folder = dataFolder()
  const [OLD, NEW] = [resolve('.'), join(folder, 'next')]
  mkdirSync(NEW)
  unpackNext(NEW)
  const database = await openEmbedded({ dataDir: join(folder, 'postgres'), flags: ['fsync=off'] })
  stopWhenOver(database.stop)
  const ports = [await ownPort(), await ownPort()]
  writeFileSync(join(folder, 'service.sh'), serviceScript(folder, database.appUrl))
  const settings = `OLD='${OLD}'\nNEW='${NEW}'\nOWNER='${database.url}'
    SERVERS='${ports.map((port) => `127.0.0.1:${port}`).join(' ')}'\n. ${folder}/service.sh`
  const run = (commands: string) => follow({ settings: '', steps: [{ commands, prints: [] }] }, settings)
  stopWhenOver(async () => void (await run('stop_all')))
  execFileSync(process.execPath, ['server/src/admin.ts', 'create-roles'], {
    cwd: OLD,
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') },
  })
  await run('for server in $SERVERS; do restart $server "$OLD"; done')
  /** Follows a runbook, and returns the expected lines that weren't printed. */
  const followPage = async (name: string) => {
    const page = readRunbook(name)
    const printed = await follow(page, settings)
    return page.steps.flatMap((step, at) => missingLines(step, printed[at] ?? ''))
  }
  /** The folders that the servers run from. */
  const running = () =>
    ports.map((port) => {
      const pid = readFileSync(join(folder, `${port}.pid`), 'utf8').trim()
      return execFileSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' }).split(/ |\/server\/src/)[1]
    })
  return { OLD, NEW, url: database.url, balancer: await openBalancer(ports, folder), followPage, running }
}

const clientTo = (base: string) => (token?: Bearer) =>
  createClient(api, async ({ method, url, body }) => {
    const answer = await fetch(`${base}/api/v1${url}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${typeof token === 'function' ? token() : token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // The balancer's own responses are HTML pages.
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : { message: text } }
  })

/** Two matched members who write and read continuously, as fast as the limits allow. */
export async function conversation(base: string, url: string) {
  const db = openDb(openPool(url, 2))
  stopWhenOver(() => db.destroy())
  const { dater, matched } = peopleOf(clientTo(base), db)
  const [ada, ben] = [await dater({ firstName: 'Ada' }), await dater({ firstName: 'Ben' })]
  const match = await matched(ada, ben)
  const sent: string[] = []
  const failed: string[] = []
  const one = async (n: number) => {
    if (n % 10 > 1) return void (await ben.client.listMessages({ params: { id: match } }))
    const clientId = `message-${n}`
    await (n % 10 === 0 ? ada : ben).client.sendMessage({
      params: { id: match },
      body: { clientId, text: `Number ${n}` },
    })
    sent.push(clientId)
  }
  const began = performance.now()
  const answers: Promise<void>[] = []
  const sending = setInterval(() => {
    while (answers.length < ((performance.now() - began) / 1000) * PER_SECOND)
      answers.push(one(answers.length).catch((error: unknown) => void failed.push(String(error))))
  }, 20)
  const stop = async () => {
    clearInterval(sending)
    await Promise.all(answers)
    return answers.length
  }
  stopWhenOver(async () => void (await stop()))
  return { sent, failed, stop }
}
