import { changeRole } from './features/administration/roles.ts'
import type { Consequences } from './features/approvals/service.ts'
import { drop, release } from './features/batches/service.ts'

/** What is done once a request is approved, or isn't. */
export const approved: Consequences = {
  role: { apply: changeRole, drop: () => Promise.resolve() },
  bulk: { apply: release, drop },
}
