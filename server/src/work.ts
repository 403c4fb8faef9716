import type { Deps } from './deps.ts'
import { transaction, type AfterCommit, type Tx } from './infra/db/db.ts'

/** On whose behalf something happens. The audit log names them. */
export type Actor = { kind: 'member' | 'administrator'; id: string } | { kind: 'operator' | 'system' }

export const SYSTEM: Actor = { kind: 'system' }
export const OPERATOR: Actor = { kind: 'operator' }
export const asMember = (id: string): Actor => ({ kind: 'member', id })
export const asStaff = (id: string): Actor => ({ kind: 'administrator', id })
/** For what members and administrators do to their own accounts in the same way. */
export const asAccount = ({ id, is_admin }: { id: string; is_admin: boolean }): Actor =>
  is_admin ? asStaff(id) : asMember(id)

/** What would read or write past the transaction, or tell another time than the one that it began with. */
type Beside = 'db' | 'indexScanDb' | 'probe' | 'reserved' | 'replica' | 'clock'

/**
 * One unit of work: what a verb does in one transaction, as of one moment, on behalf of one actor. `K` names what it uses
 * of the outside world besides. A verb opens it once and passes it on, to other rooms too.
 */
export type Work<K extends Exclude<keyof Deps, Beside> = never> = Pick<Deps, K> & {
  tx: Tx
  now: Date
  actor: Actor
  /** Runs an effect once the transaction has committed, and only then. */
  afterCommit: AfterCommit
}

/** What opens a unit of work. */
export type Opening = Pick<Deps, 'db' | 'clock' | 'log'>

/** Opens a unit of work. A lost race runs it again as a whole; its effects run once, and one that fails is logged. */
export function unitOfWork<D extends Opening, T>(
  context: D,
  actor: Actor,
  run: (work: Omit<D, Beside> & Work) => Promise<T>,
): Promise<T> {
  const { db, clock, log } = context
  return transaction(
    db,
    // A spread of a generic type is not known to have what is left of it; nothing is taken away here but from the type.
    (tx, afterCommit) => run({ ...context, tx, now: clock.now(), actor, afterCommit } as Omit<D, Beside> & Work),
    (error) => log.error({ err: error }, 'an effect after a commit failed'),
  )
}
