import { fromKysely, PgBoss } from 'pg-boss'
import { openDb, openPool, type Db } from '../src/infra/db/db.ts'
import { setUpJobs } from '../src/infra/set-up-jobs.ts'

async function asOwner(databaseUrl: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openDb(openPool(databaseUrl, 1))
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** Sets up the queues, as a server does when it starts. */
export const setUpQueues = (databaseUrl: string) => asOwner(databaseUrl, setUpJobs)

/** Adds a job for an hour from now to a queue that only older versions have. */
export const addToOldQueue = (databaseUrl: string, name: string, data: object) =>
  asOwner(databaseUrl, async (db) => {
    const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false })
    await boss.start()
    await boss.createQueue(name)
    await boss.send(name, data, { startAfter: 3600 })
    await boss.stop({ graceful: false })
  })
