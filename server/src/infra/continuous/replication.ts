import pg from 'pg'

// PostgreSQL's replication protocol, which copies a running database and streams its log. The npm package of the
// embedded database has neither pg_basebackup nor pg_receivewal.

export type Row = readonly (string | null)[]
type Handlers = { onData: (data: Buffer, connection: pg.Connection) => void }

/** Runs a command, whose rows are returned and whose data goes to `onData`. */
function command(client: pg.Client, text: string, { onData }: Handlers): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const rows: Row[] = []
    const ignore = () => {}
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleRowDescription: ignore,
      handleDataRow: ({ fields }: { fields: Row }) => void rows.push(fields),
      handleCommandComplete: ignore,
      handleCopyData: ({ chunk }: { chunk: Buffer }, connection: pg.Connection) => {
        try {
          onData(chunk, connection)
        } catch (error) {
          reject(error)
          connection.stream.destroy()
        }
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(rows),
    })
  })
}

/** A connection for replication. A failure rejects the command that is waiting. */
export async function openReplication(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${url}?replication=true` })
  client.on('error', () => {})
  await client.connect()
  return client
}

export type Position = { system: string; timeline: number; lsn: number }

/** A position in the log, which PostgreSQL writes as two hexadecimal numbers. */
export function toLsn(text: string): number {
  const [high = '', low = ''] = text.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
export const fromLsn = (lsn: number): string =>
  `${Math.floor(lsn / 2 ** 32).toString(16)}/${(lsn % 2 ** 32).toString(16)}`.toUpperCase()

const text = (row: Row | undefined, column: number): string => {
  const value = row?.[column]
  if (typeof value !== 'string') throw new Error('The database answered a replication command in an unknown way.')
  return value
}

export async function identify(client: pg.Client): Promise<Position> {
  const [row] = await command(client, 'IDENTIFY_SYSTEM', { onData: () => {} })
  return { system: text(row, 0), timeline: Number(text(row, 1)), lsn: toLsn(text(row, 2)) }
}

/** Copies the whole database as a tar file. The log from `start` to `end` makes the copy consistent. */
export async function copyDatabase(client: pg.Client, take: (data: Buffer) => void) {
  const options = `LABEL 'kindred', CHECKPOINT 'fast', WAL false, MANIFEST 'no'`
  const rows = await command(client, `BASE_BACKUP (${options})`, {
    // A letter says what follows: data of the file, or a name.
    onData: (data) => {
      if (data[0] === DATA) take(data.subarray(1))
    },
  })
  return { start: toLsn(text(rows[0], 0)), end: toLsn(text(rows.at(-1), 0)) }
}
const DATA = 'd'.charCodeAt(0)

const LOG = 'w'.charCodeAt(0)
const ALIVE = 'k'.charCodeAt(0)
const LOG_HEAD = 25

/** Since 2000, in microseconds: the protocol's clock. */
const protocolTime = () => BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n

/** Tells the database that everything before `lsn` is safe, so that it needn't keep it. */
export function confirm(connection: pg.Connection, lsn: number): void {
  const message = Buffer.alloc(39)
  message.write('d')
  message.writeUInt32BE(38, 1)
  message.write('r', 5)
  for (const at of [6, 14, 22]) message.writeBigUInt64BE(BigInt(lsn), at)
  message.writeBigUInt64BE(protocolTime(), 30)
  connection.stream.write(message)
}

type Stream = {
  slot: string
  timeline: number
  from: number
  onLog: (at: number, data: Buffer, connection: pg.Connection) => void
  onAlive: (connection: pg.Connection) => void
}

/** Streams the log until the connection ends. */
export async function streamLog(client: pg.Client, { slot, timeline, from, onLog, onAlive }: Stream): Promise<void> {
  await command(client, `START_REPLICATION SLOT ${slot} PHYSICAL ${fromLsn(from)} TIMELINE ${timeline}`, {
    onData: (data, connection) => {
      if (data[0] === LOG) onLog(Number(data.readBigUInt64BE(1)), data.subarray(LOG_HEAD), connection)
      else if (data[0] === ALIVE) onAlive(connection)
    },
  })
}
