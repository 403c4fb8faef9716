import { rehearseMessage } from './features/chat/index.ts'
import { rehearseGuests } from './features/discovery/index.ts'
import { rehearseChoice } from './features/matching/index.ts'
import { findViewer } from './http/session.ts'
import type { Db } from './infra/db/db.ts'
import { NOBODY } from './infra/nobody.ts'

// A new connection knows nothing of the tables, so its first deck takes many times as long as the next ones. Those that
// stay open run what members do all the time before they serve, once, for nobody.

export async function rehearseCalls(db: Db): Promise<void> {
  await findViewer({ db, config: { passkeyHost: null } }, NOBODY, NOBODY, new Date())
  await rehearseGuests(db)
  await rehearseChoice(db)
  await rehearseMessage(db)
}
