import { randomUUID } from 'node:crypto'
import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { digestOf, hashOf } from './chain.ts'
import { insertContent, insertEvidence, lockHead } from './evidence.sql.ts'
import type { Gathered } from './gather-evidence.ts'
import { toSealed } from './stored.ts'

/** The audit log records each new head of the chain, so that cutting off or rewriting the chain is detected. */
export const FROZEN = 'evidence.frozen'

export async function sealEvidence(work: Work, reportId: string, gathered: Gathered): Promise<void> {
  const { tx, now } = work
  const { id, about, reporter } = gathered
  const content = { salt: randomUUID(), content: toSealed(gathered.content) }
  const head = await lockHead(tx)
  const sealed = {
    place: head.place + 1,
    id,
    report_id: reportId,
    about_id: about,
    reporter_id: reporter,
    at: now,
    content_digest: digestOf(content),
    previous: head.hash,
  }
  const hash = hashOf(sealed)
  await insertEvidence(tx, { ...sealed, hash })
  await insertContent(tx, { evidence_id: id, ...content })
  await audit(work, { action: FROZEN, details: { report: reportId, head: `${sealed.place}:${hash}` } })
}
