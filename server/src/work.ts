import type { Deps } from './deps.ts'
import { transaction, type AfterCommit, type Tx } from './infra/db/db.ts'
import { isStaff, type RoleColumns } from './infra/staff.ts'

/** The audit log names the actor. `administrator` is anyone on staff, whatever their role. */
export type Actor = { kind: 'member' | 'administrator'; id: string } | { kind: 'operator' | 'system' }

export const SYSTEM: Actor = { kind: 'system' }
export const OPERATOR: Actor = { kind: 'operator' }
export const asMember = (id: string): Actor => ({ kind: 'member', id })
export const asStaff = (id: string): Actor => ({ kind: 'administrator', id })
/** The actor when members or staff act on their own account. */
export const asAccount = (account: { id: string } & RoleColumns): Actor =>
  isStaff(account) ? asStaff(account.id) : asMember(account.id)

/** Dependencies that would bypass the transaction or return a time other than its start. */
type Outside = 'db' | 'indexScanDb' | 'database' | 'reserved' | 'replica' | 'upToDate' | 'upToDateIndexScans' | 'clock'

/**
 * A unit of work has the actions of a command in one transaction, at one moment, by one actor. `K` names the other
 * dependencies that it uses. A command opens it once and passes it on, also to other features.
 */
export type Work<K extends Exclude<keyof Deps, Outside> = never> = Pick<Deps, K> & {
  tx: Tx
  now: Date
  actor: Actor
  afterCommit: AfterCommit
}

export type Opening = Pick<Deps, 'db' | 'clock' | 'log'>

/** Runs a unit of work, and runs it again if it loses a race. Its effects run once, and their errors are logged. */
export function unitOfWork<D extends Opening, T>(
  context: D,
  actor: Actor,
  run: (work: Omit<D, Outside> & Work) => Promise<T>,
): Promise<T> {
  const { db, clock, log } = context
  return transaction(
    db,
    // TypeScript can't tell that spreading a generic type keeps its other fields. Only the type loses some here.
    (tx, afterCommit) => run({ ...context, tx, now: clock.now(), actor, afterCommit } as Omit<D, Outside> & Work),
    (error) => log.error({ err: error }, 'an effect after a commit failed'),
  )
}
