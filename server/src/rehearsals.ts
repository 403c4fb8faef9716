import { rehearseMessage } from './features/chat/index.ts'
import { rehearseCandidates, rehearseGuests } from './features/discovery/index.ts'
import { rehearseChoice } from './features/matching/index.ts'
import { findViewer } from './http/session.ts'
import type { Db } from './infra/db/db.ts'
import { NOBODY } from './infra/nobody.ts'

// A new connection knows nothing of the tables: its first deck takes 200 ms, and its first like 60. So one that stays
// open runs what members do all the time before it serves, once, for nobody.

export async function rehearseCalls(db: Db): Promise<void> {
  await findViewer({ db, config: { passkeyHost: null } }, NOBODY, NOBODY, new Date())
  await rehearseGuests(db)
  await rehearseChoice(db)
  await rehearseMessage(db)
}

export const rehearseDeck = (indexScanDb: Db): Promise<unknown> => rehearseCandidates(indexScanDb)
