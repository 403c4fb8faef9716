import type { Tx } from '../../../infra/db/db.ts'
import { haveMet, pictureWithRelation } from './could-see.sql.ts'
import { canReach } from './reachable-person.ts'

/** True if the viewer can see the person now, or had contact with them before (could-see.sql.ts). */
export async function couldSee(tx: Tx, viewerId: string, id: string): Promise<boolean> {
  if (id === viewerId || (await canReach({ db: tx }, viewerId, id))) return true
  return haveMet(tx, viewerId, id)
}

export async function couldSeePicture(tx: Tx, viewerId: string, publicId: string): Promise<boolean> {
  const picture = await pictureWithRelation(tx, viewerId, publicId)
  if (!picture) return false
  if (picture.sent || picture.owner === viewerId) return true
  return picture.shown && couldSee(tx, viewerId, picture.owner)
}
