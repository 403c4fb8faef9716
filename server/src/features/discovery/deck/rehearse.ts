import type { Db } from '../../../infra/db/db.ts'
import { NOBODY } from '../../../infra/nobody.ts'
import type { ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import { candidatePool, readGuests } from './candidates.sql.ts'

/** Nobody's question is a wide one: people of every gender and age, wherever they are. */
const criteria = (): ViewerCriteria => ({
  id: NOBODY,
  age: 30,
  gender: 'woman',
  shownTo: ['woman'],
  wants: ['woman', 'man', 'non-binary'],
  ageMin: 18,
  ageMax: 99,
  reach: null,
  hidesAge: false,
  hidesDistance: false,
  place: { x: 1, y: 0, z: 0, level: 5 },
  filters: {},
  now: new Date(),
  basics: {},
  intention: null,
  photoChecked: false,
  hasPremium: false,
})

const today = () => new Date().toISOString().slice(0, 10)

/** Prepare a connection: the candidates for a deck that nobody sees, and what else it depends on. */
export const rehearseCandidates = (indexScanDb: Db) => candidatePool(indexScanDb, criteria(), today(), 0)
export const rehearseGuests = (db: Db) => readGuests(db, criteria(), today(), 1, 1)
