// Servers with as many users as their journeys need, until stopped: CROWDS=3:4812,1500:4813 is 3 users on one port and
// 1,500 on the other; 4:4820:localhost uses that host name. A sole administrator also gets a local Stripe for payments.
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { parseConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { openEmbedded } from '../src/infra/embedded/postgres.ts'
import { openLog } from '../src/infra/log.ts'
import { openDb, openPool } from '../src/infra/db/db.ts'
import { prepareDatabase } from '../src/infra/db/prepare.ts'
import { seed } from '../src/seed/seed.ts'
import { type Running, startServer } from '../src/server.ts'
import { openLocalStripe } from './local-stripe.ts'
import { openTime } from './local-time.ts'
import { present } from '../../scripts/present.ts'
import { makeScratchFolder } from '../../scripts/scratch.ts'

const dataDir = makeScratchFolder('crowds')
// The database's system user needs access to this folder.
chmodSync(dataDir, 0o711)
// Each crowd has a server with pools of its own.
const flags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=128MB',
  'max_connections=400',
]
const postgres = await openEmbedded({ dataDir, database: 'template', flags })
const at = (url: string, database: string) => url.replace(/\/[^/]*$/, `/${database}`)
// Each crowd has a copy of one migrated database.
await prepareDatabase({ app: postgres.appUrl, owner: postgres.url }, openLog('silent'))
const outside = openDb(openPool(at(postgres.url, 'postgres'), 1))

/** Inserts the people besides the administrator, who vary by their number and its divisors. */
const people = ({ db }: Deps, count: number) =>
  sql`
  insert into accounts (email, email_key, first_name, last_name, date_of_birth, created_at, state, email_verified_at, premium_until)
  select 'person' || n || '@crowd.example', 'person' || n || '@crowd.example', 'Person', 'Number ' || lpad(n::text, 6, '0'), '1990-01-01',
    now - n * interval '1 minute', case when n % 7 = 0 then 'deactivated' else 'active' end, case when n % 5 > 0 then now end,
    case when n % 10 = 0 then now + interval '20 days' end
  from generate_series(1, ${count - 1}::int) n, (values (${present()}::timestamptz)) t(now)`.execute(db)

/** Inserts reports by one user, a minute apart: every third resolved, every tenth urgent and answered after an hour. */
const reports = ({ db }: Deps, count: number) =>
  sql`
  insert into reports (reporter_id, problem_type, description, priority, priority_rank, status, created_at, updated_at, first_answer_at,
    clocks_from, first_due_at, resolve_due_at)
  select (select id from accounts where first_name = 'Person' limit 1), (array['Bug Report', 'Other', 'Harassment'])[1 + n % 3],
    'Lamp number ' || lpad(n::text, 6, '0') || ' flickers', case when n % 10 = 0 then 'critical' else 'medium' end, case when n % 10 = 0 then 0 else 2 end,
    case when n % 3 = 0 then 'resolved' else 'pending' end, at, at, case when n % 10 = 0 then at + interval '1 hour' end,
    at, at + interval '24 hours', at + interval '120 hours'
  from generate_series(1, ${count}::int) n, lateral (select ${present()}::timestamptz - n * interval '1 minute' as at) t`.execute(
    db,
  )

/** Turns on automatic tax, for crowds that pay through Stripe. */
const taxed = ({ db }: Deps) =>
  sql`
    insert into configurations (version, content, changed, changed_by, changed_at)
    select 1, '{"automaticTax": true}', '{automaticTax}', id, ${present()} from accounts limit 1`.execute(db)

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_journeys',
  STRIPE_WEBHOOK_SECRET: 'whsec_journeys',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
}
const running: Running[] = []
const payments = await openLocalStripe(stripe.STRIPE_SECRET_KEY, Number(process.env['STRIPE_PORT']))

for (const each of (process.env['CROWDS'] ?? '').split(',')) {
  const [, many, port, name] = /^(\d+):(\d+)(?::(\w+))?$/.exec(each)!
  const count = Number(many)
  const database = `crowd_${count}`
  await sql.raw(`create database ${database} template template strategy file_copy`).execute(outside)
  const env = {
    DATA_DIR: join(dataDir, many!),
    PORT: port!,
    ...(name ? { PUBLIC_URL: `http://${name}:${port}` } : {}),
    DEMO: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  }
  const paying = count === 1 ? { ...stripe, STRIPE_API_URL: payments.url } : {}
  const config = parseConfig({ ...process.env, ...env, ...paying }, dataDir)
  const server = await startServer(
    config,
    { app: at(postgres.appUrl, database) },
    {
      clock: { now: present },
      beforeListening: async (deps) => {
        if (count === 1) payments.join(deps)
        await seed(deps)
        await people(deps, count)
        if (count === 1) await taxed(deps)
        if (count > 3) await reports(deps, Math.min(count, 1500))
        const owner = openDb(openPool(at(postgres.url, database), 1))
        await sql`analyze`.execute(owner)
        await owner.destroy()
      },
    },
  )
  running.push(server)
}
await outside.destroy()
await openTime(Number(process.env['TIME_PORT']), running)

/** Stops and deletes everything. The embedded database stops only once it has no clients. */
async function stop(): Promise<void> {
  await Promise.all(running.map((server) => server.stop()))
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
// A signal may arrive twice: through the process group, and forwarded.
let stopping: Promise<void> | undefined
const stopOnce = () => void (stopping ??= stop())
process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce)
