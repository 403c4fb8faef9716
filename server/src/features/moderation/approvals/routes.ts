import type { approvals } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { approve, decline, objectTo } from './approvals.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { anyOf, noteReader } from '../blind-reviews/queries.ts'
import { readingOf, ruleTitle } from '../decisions/statement.ts'
import type { Answering } from '../../../http/caller.ts'
import { type ApprovalRow, findApprovals, findObjectionable } from './queries.ts'
import { toApproval, toObjection } from './request-approval.ts'

/** The rule's title in the reader's language. */
const inLanguage = ({ rules, language }: Awaited<ReturnType<typeof readingOf>>, row: ApprovalRow): ApprovalRow => ({
  ...row,
  rule_title: ruleTitle(rules, row.rule_title, language),
})

type Query = { before?: string | undefined; limit: number; open?: 'true' | undefined }

async function listApprovals(
  context: Pick<Deps, 'config' | 'db' | 'clock'> & Answering,
  { account }: Viewer,
  { before, limit, open }: Query,
) {
  const { db } = context
  const reading = await readingOf(context)
  const rows = await findApprovals(db, account, { before, limit: limit + 1, isOpen: open === 'true' })
  const decided = rows.flatMap(({ decision_id }) => decision_id ?? [])
  await noteReader(db, account.id, anyOf(decided))
  const approvals = rows.slice(0, limit).map((row) => toApproval(account.id, inLanguage(reading, row)))
  return { approvals, nextBefore: rows.length > limit ? (approvals.at(-1)?._id ?? null) : null }
}

/** Also works for restricted accounts and former staff. */
const listObjections = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { account }: Viewer) =>
  (await findObjectionable(db, account.id, clock.now())).map(toObjection)

export const approvalHandlers: Handlers<typeof approvals> = {
  listApprovals: async (context, { query }) => ({ data: await listApprovals(context, context.viewer, query) }),
  approve: async (context, { params }) => ({ data: { approval: await approve(context, context.viewer, params.id) } }),
  declineApproval: async (context, { params, body }) => ({
    data: { approval: await decline(context, context.viewer, params.id, body.reason) },
  }),
  listObjections: async (context) => ({ data: { requests: await listObjections(context, context.viewer) } }),
  objectTo: async (context, { params, body }) => {
    await objectTo(context, context.viewer, params.id, body.reason)
    return { done: true }
  },
}
