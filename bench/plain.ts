import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '../server/src/infra/db/db.ts'

// The plainest server that could answer the same: node:http, the same driver, the same statement, nothing else.

/** What the product asks for a request of somebody who is signed in. */
const question = `
  select accounts.*, sessions.id as session_id, sessions.elevated_at, sessions.second_factor,
    second_factors.account_id is not null as has_second_factor, to_jsonb(profiles) as profile
  from sessions inner join accounts on accounts.id = sessions.account_id
  left join second_factors on second_factors.account_id = accounts.id and second_factors.confirmed_at is not null
  left join profiles on profiles.account_id = accounts.id
  where sessions.id = $1 and accounts.id = $2 and sessions.ended_at is null and sessions.ends_at > now() and accounts.state <> 'erased'`

const pool = openPool(process.env['DATABASE_URL']!)
const server = createServer((_request, response) => {
  pool.query(question, [process.env['SESSION'], process.env['ACCOUNT']]).then(
    ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows[0])),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
