import type { Deps } from '../../../deps.ts'
import { mergeChanges } from './queries.ts'

export const mergeTallies = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => mergeChanges(db, clock.now())
