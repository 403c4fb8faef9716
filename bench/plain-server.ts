import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '../server/src/infra/db/db.ts'
import { present } from './present.ts'

// The plainest equivalent server: node:http with the driver and prepared statements. GET runs the same query, POST
// saves a bare like, and /rows/N reads the rows of page N of members by their primary keys.

/** The query that the product runs for each authenticated request. */
const question = `
  select accounts.*, sessions.id as session_id, sessions.elevated_at, sessions.second_factor,
    second_factors.account_id is not null as has_code, to_jsonb(profiles) as profile,
    (accounts.is_admin or accounts.staff_role is not null) and exists (
      select from passkeys where passkeys.account_id = accounts.id and passkeys.host = 'localhost') as has_staff_passkey
  from sessions inner join accounts on accounts.id = sessions.account_id
  left join second_factors on second_factors.account_id = accounts.id and second_factors.confirmed_at is not null
  left join profiles on profiles.account_id = accounts.id
  where sessions.id = $1 and accounts.id = $2 and sessions.ended_at is null
    and sessions.ends_at > now() and accounts.state <> 'erased'`

const prepared = (name: string, text: string, values: unknown[]) => ({ name, text, values })

const pool = openPool(present(process.env['DATABASE_URL']))
const { rows: people } = await pool.query<{ id: string }>('select account_id as id from ranking_stats limit $1', [1000])
/** Likers and their targets are spread across the table as in the product, so uncached pages cost both the same. */
const MOST_LIKING = 20_000
const {
  rows: [size],
} = await pool.query<{ rows: number }>(
  `select greatest(1, reltuples) as rows from pg_class where relname = 'ranking_stats'`,
)
const share = Math.min(100, (100 * MOST_LIKING) / present(size).rows)
const { rows: liking } = await pool.query<{ id: string }>(
  'select account_id as id from ranking_stats tablesample bernoulli ($1) repeatable (22) order by hashtext(account_id::text)',
  [share],
)
// The bench's own schema keeps this table out of backups of a stored population, so that they can be restored.
await pool.query(
  'create table if not exists bench.bare_likes (chooser_id uuid, chosen_id uuid, at timestamptz default clock_timestamp())',
)

// Otherwise, autovacuum would run on the table while the product is measured.
await pool.query('alter table bench.bare_likes set (autovacuum_enabled = off)')

const ask = async () =>
  present(
    (await pool.query<object>(prepared('viewer', question, [process.env['SESSION'], process.env['ACCOUNT']]))).rows[0],
  )

let likes = 0

async function like(): Promise<void> {
  const at = likes++
  const half = Math.floor(liking.length / 2)
  const [one, other] = [present(liking[at % half]).id, present(liking[half + (at % half)]).id]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(prepared('like', 'insert into bench.bare_likes values ($1, $2)', [one, other]))
    await client.query(prepared('gave', 'update ranking_stats set gave = gave + 1 where account_id = $1', [one]))
    await client.query(prepared('got', 'update ranking_stats set got = got + 1 where account_id = $1', [other]))
    await client.query('commit')
  } finally {
    client.release()
  }
}

const PAGE_SIZE = 20

async function rowsOf(page: number): Promise<object[]> {
  const from = (page * PAGE_SIZE) % Math.max(1, people.length - PAGE_SIZE)
  const ids = people.slice(from, from + PAGE_SIZE).map(({ id }) => id)
  const { rows } = await pool.query<object>(
    prepared(
      'rows',
      `select accounts.*, to_jsonb(profiles) as profile from accounts
        left join profiles on profiles.account_id = accounts.id where accounts.id = any($1)`,
      [ids],
    ),
  )
  return rows
}

async function answer({ method, url = '' }: IncomingMessage): Promise<object> {
  const found = await ask()
  const [, page] = /^\/rows\/(\d+)$/.exec(url) ?? []
  if (page !== undefined) return rowsOf(Number(page))
  if (method === 'POST') await like()
  return found
}

const server = createServer((request, response) => {
  request.resume()
  answer(request).then(
    (found) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found)),
    () => response.writeHead(500).end(),
  )
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
