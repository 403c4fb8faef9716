import { openClient } from '../db/client.ts'
import type { Connect } from './connect.ts'

const CHANNEL = 'kindred_events'

// Nothing is stored, so a commit needn't wait for the disk or a standby.
const OPTIONS = '-c synchronous_commit=off'

/** The same connection listens and sends, so that both work or neither. */
export const overPostgres =
  (databaseUrl: string): Connect =>
  async ({ received, lost }) => {
    const client = await openClient(databaseUrl, 'kindred events', OPTIONS)
    client.on('error', lost)
    client.on('notification', ({ payload }) => payload && received(payload))
    await client.query(`listen ${CHANNEL}`)
    const send = (message: string) => client.query('select pg_notify($1, $2)', [CHANNEL, message])
    return { send, drop: () => client.drop() }
  }
