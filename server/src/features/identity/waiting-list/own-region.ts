import type { Admission, OwnRegion } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { configurationOf } from '../../operations/index.ts'
import { regionName } from '../../profiles/index.ts'
import { findOwnRegion } from './queries.ts'

const STEP = 5

/** Everyone's region while all have one place is that place. */
export async function nameIn(context: Pick<Deps, 'config' | 'db'>, region: string, language: Language) {
  return regionName(region, language) ?? (await configurationOf(context)).house?.place?.city ?? null
}

export async function ownRegion(
  context: Pick<Deps, 'db' | 'config'> & Answering,
  { waitingList }: Admission,
  id: string,
): Promise<OwnRegion | null> {
  const own = await findOwnRegion(context.db, id)
  if (!own || !waitingList) return null
  const { fitting } = own
  return {
    name: await nameIn(context, own.region, context.caller.language),
    isOpen: own.opened_at !== null,
    waiting: own.waiting,
    before: own.before,
    fitting: fitting === null ? null : fitting >= waitingList.least ? waitingList.least : fitting - (fitting % STEP),
    needed: waitingList.least,
    countedAt: own.counted_at.toISOString(),
  }
}
