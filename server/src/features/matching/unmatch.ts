import { closings, type Closing, message, storedMessage } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork } from '../../work.ts'
import { record, withdrawBetween } from '../delivery/index.ts'
import { noSuchMatch } from './list-matches.ts'
import { deleteChoicesBetween, endMatch, openMatch } from './matches.sql.ts'

/** The other person is notified only if the viewer leaves a farewell note. */
export async function unmatch(context: Deps, viewer: Viewer, id: string, closing: Closing | undefined): Promise<void> {
  const { id: viewerId, first_name: name } = viewer.account
  const farewell = closing ? closings[closing] : null
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const { tx, now, bus } = work
    const row = await openMatch(tx, viewerId, id)
    const ended = row && (await endMatch(tx, id, viewerId, farewell, now))
    if (!ended) throw noSuchMatch()
    await deleteChoicesBetween(tx, ended.a_id, ended.b_id)
    await withdrawBetween(tx, ended.a_id, ended.b_id, ['superlike', 'match', 'message'])
    if (farewell)
      await record(work, {
        to: row.other_id,
        about: viewerId,
        kind: 'message',
        topic: `ended:${id}`,
        details: {
          ...message('{name} said goodbye: “{farewell}”', { name, farewell: storedMessage(farewell) }),
          link: '/matches',
        },
      })
    work.afterCommit(() => bus.toAccounts([ended.a_id, ended.b_id], { type: 'match.ended', matchId: id }))
  })
}
