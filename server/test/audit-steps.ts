import { verifyAudit } from '../src/features/operations/audit/audit.ts'
import { openDb, openPool } from '../src/infra/db/db.ts'
import { type World } from './world.ts'

export async function verifyLog(world: World, noted?: string) {
  const db = openDb(openPool(world.databaseUrl, 1))
  try {
    return await verifyAudit(db, noted)
  } finally {
    await db.destroy()
  }
}
