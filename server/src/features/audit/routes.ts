import { ApiError, type oversight } from '@kindred/contract'
import type { Handlers } from '../../http/mount.ts'
import { pictureAddress } from '../../infra/picture-address.ts'
import { transaction } from '../../infra/db/db.ts'
import * as queries from './queries.ts'
import { audit } from './service.ts'

const isDate = (text: string | undefined) => text === undefined || !Number.isNaN(Date.parse(text))
const gone = () => new ApiError('conflict', 'Somebody else has decided this already.')

export const oversightHandlers: Handlers<typeof oversight> = {
  listAudit: async ({ db }, { query }) => {
    for (const path of ['from', 'to'] as const)
      if (!isDate(query[path]))
        throw new ApiError('invalid_request', 'This is not a date.', { errors: [{ path, msg: 'This is not a date.' }] })
    const rows = await queries.list(db, query)
    const entries = rows.slice(0, query.limit)
    return {
      data: {
        entries: entries.map((row) => ({
          _id: row.id,
          at: row.at.toISOString(),
          actor: { _id: row.actor_id, name: row.actor_name ?? row.actor_kind, kind: row.actor_kind },
          action: row.action,
          subject: row.subject_id ? { _id: row.subject_id, name: row.subject_name } : null,
          reason: row.reason,
          details: row.details,
        })),
        nextBefore: rows.length > query.limit ? entries.at(-1)!.id : null,
      },
    }
  },
  listWaitingPictures: async ({ db, keys, clock, viewer }) => {
    const address = (publicId: string) => pictureAddress(keys, viewer.account.id, publicId, clock.now())
    const told = (row: queries.WaitingRow) => ({
      _id: row.id,
      user: { _id: row.account_id, name: row.name },
      pose: row.pose,
      pictureUrl: address(row.public_id),
      profileUrls: row.others.map(address),
      at: row.at.toISOString(),
    })
    const [held, checks] = await Promise.all([queries.heldPictures(db), queries.waitingChecks(db)])
    return { data: { held: held.map(told), checks: checks.map(told) } }
  },
  reviewPicture: async ({ db, clock, viewer }, { params, body }) => {
    await transaction(db, async (tx) => {
      const owner = await queries.review(tx, params.id, body.shown ? 'shown' : 'refused')
      if (!owner) throw gone()
      await audit(tx, {
        at: clock.now(),
        actor: { kind: 'administrator', id: viewer.account.id },
        action: body.shown ? 'picture.shown' : 'picture.refused',
        subjectId: owner,
        details: { picture: params.id },
        ...(body.reason ? { reason: body.reason } : {}),
      })
    })
    return { done: true }
  },
  decidePhotoCheck: async ({ db, clock, viewer }, { params, body }) => {
    await transaction(db, async (tx) => {
      const now = clock.now()
      const check = await queries.decideCheck(
        tx,
        params.id,
        body.accepted ? 'accepted' : 'refused',
        viewer.account.id,
        now,
      )
      if (!check) throw gone()
      if (body.accepted) await queries.markChecked(tx, check.account_id, now)
      if (check.public_id) await queries.dropSelfie(tx, check.public_id)
      await audit(tx, {
        at: now,
        actor: { kind: 'administrator', id: viewer.account.id },
        action: body.accepted ? 'photo-check.accepted' : 'photo-check.refused',
        subjectId: check.account_id,
      })
    })
    return { done: true }
  },
}
