import type { Waiting } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { waitingChecks, waitingPictures, type WaitingRow } from '../../profiles/index.ts'

/** Pictures and photo checks that wait for review, with picture URLs that are valid for this session. */
export async function listWaiting({ db, keys, clock }: Deps, { sessionId }: Viewer) {
  const urlOf = (publicId: string) => pictureAddress(keys, sessionId, publicId, clock.now())
  const toWaiting = (row: WaitingRow): Waiting => ({
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    pose: row.pose,
    pictureUrl: urlOf(row.public_id),
    profileUrls: row.others.map(urlOf),
    at: row.at.toISOString(),
  })
  const [pictures, checks] = await Promise.all([waitingPictures(db), waitingChecks(db)])
  return { held: pictures.map(toWaiting), checks: checks.map(toWaiting) }
}
