import { message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { nameOutside } from '../../../infra/names.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { recordAndMail } from '../../delivery/index.ts'
import { claimReminders, type DuePlan, firstNames } from './queries.ts'
import { REMINDED_BEFORE } from './rules.ts'

const PAGE_SIZE = 100

export async function remindOfDates(context: Deps): Promise<void> {
  for (let count = PAGE_SIZE; count === PAGE_SIZE;)
    count = await unitOfWork(context, SYSTEM, async (work) => {
      const due = await claimReminders(work.tx, work.now, later(work.now, REMINDED_BEFORE), PAGE_SIZE)
      for (const plan of due) await remind(work, plan)
      return due.length
    })
}

/** The email leaves out the place, which is shown only in the chat, after sign-in. */
async function remind(work: Work<'config' | 'bus' | 'jobs' | 'keys'>, plan: DuePlan): Promise<void> {
  const { match_id: matchId, one_id, other_id, starts_at } = plan
  const names = await firstNames(work.tx, [one_id, other_id])
  const announced = [
    { to: one_id, about: other_id },
    { to: other_id, about: one_id },
  ].map(({ to, about }) => {
    const subject = message('Your date with {name} is coming up', { name: nameOutside(names.get(about) ?? '') })
    return {
      notice: {
        to,
        about,
        kind: 'message' as const,
        topic: `date:${plan.id}`,
        details: { ...subject, link: `/chat/${matchId}` },
      },
      mail: {
        to,
        about: [about],
        kind: 'date-reminder' as const,
        details: { subject, startsAt: starts_at, link: `${work.config.PUBLIC_URL}/chat/${matchId}` },
      },
    }
  })
  await recordAndMail(work, announced)
}
