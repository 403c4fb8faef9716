import type { Deps } from '../../../deps.ts'
import { mergeChanges } from './tallies.sql.ts'

export const mergeTallies = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => mergeChanges(db, clock.now())
