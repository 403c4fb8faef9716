import { type Actor, type Opening, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { deleteSecondFactor } from './second-factor.sql.ts'

/** Removes codes and recovery codes. False if the account has none. */
export const removeSecondFactor = (context: Opening, accountId: string, actor: Actor): Promise<boolean> =>
  unitOfWork(context, actor, async (work) => {
    const isRemoved = await deleteSecondFactor(work.tx, accountId)
    if (isRemoved) await audit(work, { action: 'second-factor.removed', subjectId: accountId })
    return isRemoved
  })
