import type { Report } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { assertMayHandle, handledBy } from './assert-may-handle.ts'
import { noReport, oneReport } from './read-reports.ts'
import { claimReport, findReport, unassignReport } from './reports.sql.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

const LEASE = minutes(5)

/** Assigns the most urgent unassigned report. An administrator who already has one gets another. */
export async function claimNextReport(context: Deps & Answering, viewer: Viewer): Promise<Report | null> {
  const id = await unitOfWork(context, asStaff(viewer.account.id), ({ tx, now }) =>
    claimReport(tx, viewer.account.id, { now, until: later(now, LEASE), only: handledBy(viewer.account) }),
  )
  return id ? oneReport(context, viewer, id) : null
}

export async function releaseReport({ db }: Pick<Deps, 'db'>, { account }: Viewer, id: string): Promise<void> {
  await assertMayHandle(db, account, id)
  if (!(await findReport(db, id))) throw noReport()
  await unassignReport(db, id, account.id)
}
