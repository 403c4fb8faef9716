import { openClient } from '../db/client.ts'
import type { Connect } from './link.ts'

const CHANNEL = 'kindred_events'

// Nothing is stored, so a commit needn't wait for the disk or a standby.
const OPTIONS = '-c synchronous_commit=off'

/** One connection listens and sends, so that it's either up for both or gone. */
export const overPostgres =
  (databaseUrl: string): Connect =>
  async ({ received, lost }) => {
    const client = await openClient(databaseUrl, 'kindred events', OPTIONS)
    const drop = () => client.drop()
    client.on('error', lost)
    client.on('end', () => lost(new Error('The database ended the connection for events.')))
    client.on('notification', ({ payload }) => payload && received(payload))
    try {
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      drop()
      throw error
    }
    return {
      // All in one transaction, so they arrive in this order.
      send: (messages) =>
        client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, messages]),
      drop,
    }
  }
