import { sql } from 'kysely'
import { defaultRules } from '../server/src/features/moderation/index.ts'
import { ms } from './measure.ts'
import type { Measured } from './moderation.ts'
import type { Member } from './people.ts'
import { personId } from './population.ts'
import { inTurn, present } from './present.ts'
import type { Run } from './run.ts'

const reason = 'A measurement.'

export async function findingRows(run: Run, staff: Member, row: Measured): Promise<void> {
  await caseRows(run, staff, row)
  await lookRows(staff, row)
  await sweepRows(staff, row)
  await otherRows(run, staff, row)
}

async function caseRows({ bench: { db, people } }: Run, { client }: Member, row: Measured): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from evidence e join reports r on r.id = e.report_id and r.status in ('pending', 'in_progress')
    order by e.place desc limit 1000`.execute(db)
  const params = (at: number) => ({ params: { id: inTurn(rows, at * 7).id } })
  const person = (at: number) => ({ params: { id: personId(1 + ((at * 7919) % people)) } })
  const writer = (at: number) => ({ params: { id: personId(11 + (at % 10)) } })
  await row('a report’s two people', (at) => client.getReportPair(params(at)))
  await row('their messages', (at) => client.getPairMessages({ ...params(at), reason }))
  await row('a report’s evidence', (at) => client.getReportEvidence({ ...params(at), reason }))
  await row('everything about a person', (at) => client.getDossier({ ...person(at), reason }))
  await row('everything about a person with many matches', (at) => client.getDossier({ ...writer(at), reason }))
  await row('fraud warning: preview for thousands', (at) => client.previewFraudWarning({ ...writer(at), reason }))
  const warned = await sql<{ id: string }>`
    select decision_id as id from fraud_notices group by 1 order by count(*) desc limit 5`.execute(db)
  await row('fraud warning: sent to thousands', (at) =>
    client.getFraudWarning({ params: { id: inTurn(warned.rows, at).id } }),
  )
}

async function lookRows({ client }: Member, row: Measured): Promise<void> {
  const { waiting } = (await client.listWaitingLooks({ query: { limit: '100' } })).data
  const body = { kind: 'warn', rule: 1, reason: 'The messages show it.' } as const
  await row('blind reviews: waiting', () => client.listWaitingLooks({ query: {} }))
  await row('blind reviews: answered', () => client.listBlindReviews({ query: {} }))
  await row('blind reviews: disagreements', () => client.listBlindReviews({ query: { raised: 'true' } }))
  await row('blind reviews: agreement', () => client.getAgreement())
  await row('a case is opened for a blind review', (at) =>
    client.getBlindReviewCase({ params: { id: inTurn(waiting, at)._id } }),
  )
  await row('a blind review is answered', () =>
    client.answerBlindReview({ params: { id: present(waiting.shift())._id }, body }),
  )
}

async function sweepRows({ client }: Member, row: Measured): Promise<void> {
  await row('duplicate photos: open', () => client.listDuplicatePhotos({ query: { open: 'true' } }))
  await row('duplicate photos: all', () => client.listDuplicatePhotos({ query: {} }))
  const { pictures } = (await client.listDuplicatePhotos({ query: { open: 'true', limit: '100' } })).data
  await row('a duplicate photo is decided', () => {
    const { _id: id, version } = present(pictures.shift())
    return client.decideDuplicatePhoto({ params: { id }, ifMatch: version, body: { outcome: 'dismissed' } })
  })
  await row('watchlist photos', () => client.listWatchlistPhotos({ query: {} }))
  await row('account links: open', () => client.listAccountLinks({ query: { open: 'true' } }))
  await row('account links: all', () => client.listAccountLinks({ query: {} }))
}

async function otherRows({ bench: { people } }: Run, { client }: Member, row: Measured): Promise<void> {
  await row('account links: of one person', (at) =>
    client.listLinksOf({ params: { id: personId(500 + ((at * 1000) % (people - 500))) } }),
  )
  await row('approvals: open', () => client.listApprovals({ query: { open: 'true' } }))
  await row('approvals: all', () => client.listApprovals({ query: {} }))
  await row('bulk actions', () => client.listBatches({ query: {} }))
  await row('monitoring rules', () => client.listMonitoringRules())
}

/** A dry run reads 30 days of activity. It isn't a list, so it is measured once and has no target. */
export async function dryRunRows({ add }: Run, { client }: Member): Promise<void> {
  for (const settings of Object.values(defaultRules)) {
    const began = performance.now()
    const { people } = (await client.tryMonitoringRule({ body: { settings } })).data
    const measured = ms(performance.now() - began)
    const beside = `${people.toLocaleString('en')} people found in 30 days`
    add({ what: `dry run: ${settings.name}`, measured, beside, bar: 'no bar', met: true })
  }
}
