import { ApiError, type Region } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { toInstant } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { asStaff, SYSTEM, unitOfWork } from '../../../work.ts'
import { isMutualFit, membersIn, peopleIfAdmitted, regionsOf } from '../../discovery/index.ts'
import { audit, fieldsOf } from '../../operations/index.ts'
import { admissionOf, letInFromRegion } from '../admission/admission.ts'
import { tellLetIn } from '../admission/decide-application.ts'
import { nameIn } from './own-region.ts'
import {
  closeByStaff,
  findRegion,
  findRegions,
  forgetOthers,
  listWaiting,
  openByStaff,
  type RegionRow,
  saveCounts,
  saveFitting,
} from './queries.ts'
import { decide, type Side } from './rules.ts'

// The waiting list by region. Every hour, a job looks at each region where people wait. What anyone pays changes
// nothing here.

/** The others of a region are looked at once some of these have been let in. */
const MOST_IN_REGION = 5000

type Context = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'memory' | 'jobs' | 'keys' | 'bus'>

export async function admitWaiting(context: Context): Promise<void> {
  const least = (await admissionOf(context))?.waitingList?.least
  if (least === undefined) return
  const waiting = await listWaiting(context.db)
  const regionOf = await regionsOf(context.db, waiting)
  const regions = Map.groupBy(
    waiting.filter((id) => regionOf.has(id)),
    (id) => regionOf.get(id)!,
  )
  await unitOfWork(context, SYSTEM, ({ tx }) => forgetOthers(tx, [...regionOf.keys()], [...regions.keys()]))
  await forEachSeparately([...regions], ([region, ids]) => admitInRegion(context, { region, ids, least }))
}

type Waiting = { region: string; ids: readonly string[]; least: number }

async function admitInRegion(context: Context, { region, ids, least }: Waiting): Promise<void> {
  const { db, clock } = context
  const [now, fields, before] = [clock.now(), await fieldsOf(context), await findRegion(db, region)]
  const first = ids.slice(0, MOST_IN_REGION)
  const [members, found] = await Promise.all([
    membersIn(db, region, fields, now),
    peopleIfAdmitted(db, first, fields, now),
  ])
  const waiting = first.flatMap((id) => found.get(id) ?? [])
  const counted = await decide({ members, waiting, least, isOpen: before?.opened_at != null }, isMutualFit)
  const { fitting, sides, opens } = counted
  const isByTeam = before?.for_everyone === true
  const admitted = isByTeam ? ids : counted.admitted.map((at) => waiting[at]!.id)
  await unitOfWork(context, SYSTEM, async ({ tx }) => {
    const left = ids.length - admitted.length
    await saveCounts(tx, region, { waiting: left, members: members.length + admitted.length, sides, opens }, now)
    await saveFitting(tx, region, { ids: waiting.map(({ id }) => id), fitting }, now)
  })
  await forEachSeparately(admitted, (id) => admitOne(context, id))
}

const admitOne = (context: Context, id: string): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    if (await letInFromRegion(work, id)) await tellLetIn(work, id)
  })

const toRegion = async (context: Pick<Deps, 'config' | 'db'> & Answering, row: RegionRow): Promise<Region> => ({
  _id: row.region,
  name: await nameIn(context, row.region, context.caller.language),
  waiting: row.waiting,
  members: row.members,
  openedAt: toInstant(row.opened_at),
  byTeam: row.for_everyone,
  // Only `saveCounts` writes the column.
  sides: row.sides as Side[],
  countedAt: toInstant(row.counted_at),
})

export async function listRegions(context: Pick<Deps, 'config' | 'db'> & Answering): Promise<Region[]> {
  const rows = await findRegions(context.db)
  return Promise.all(rows.map((row) => toRegion(context, row)))
}

/** The job that this starts lets people in. */
export async function openRegion(
  context: Deps & Answering,
  { account }: Viewer,
  { region, open }: { region: string; open: boolean },
): Promise<Region[]> {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const { tx, now, jobs } = work
    if (!(await findRegion(tx, region))) throw new ApiError('not_found', 'We couldn’t find this region.')
    await (open ? openByStaff(tx, region, now) : closeByStaff(tx, region))
    await audit(work, { action: open ? 'region.opened' : 'region.closed', details: { region } })
    await jobs.add(tx, 'admit-waiting', {})
  })
  return listRegions(context)
}
