import { changeRole, type Consequences, drop, release } from './features/moderation/index.ts'

/** What is done once a request is approved, or isn't. */
export const approved: Consequences = {
  role: { apply: changeRole, drop: () => Promise.resolve() },
  bulk: { apply: release, drop },
}
