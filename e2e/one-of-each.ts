import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { inFuture } from '../scripts/present.ts'
import { administrator, callsOf, newMember, likeEachOther } from './world.ts'

const person = (page: Page, firstName: string) => newMember(page, { firstName, dateOfBirth: '1957-03-03' })

async function couple(page: Page) {
  const [ada, ben] = [await person(page, 'Ada'), await person(page, 'Ben')]
  const matchId = await likeEachOther(ben, ada)
  const params = { id: matchId }
  const text = 'Lend me 500 euros, please.'
  const { message } = (await ben.client.sendMessage({ params, body: { clientId: randomUUID(), text } })).data
  const slots = [inFuture(5 * 3_600_000).toISOString()]
  const { plan } = (await ben.client.proposePlan({ params, body: { slots, place: 'The café by the pier' } })).data
  const one = { id: matchId, planId: plan!._id }
  await ada.client.acceptPlan({ params: one, body: { slot: slots[0]! } })
  const { token } = (await ada.client.sharePlan({ params: one, body: { checkAt: null } })).data
  return { ada, ben, matchId, message, token }
}

/**
 * Creates one of everything that has its own screen, by viewer: a match, a date, a friend's link, a report with its
 * evidence, a suspended member's decision and appeal, and the settings left to that member.
 */
export async function oneOfEach(page: Page) {
  const { ada, ben, matchId, message, token } = await couple(page)
  const description = 'Asked me for money on the first day.'
  const { report } = (
    await ada.client.createReport({
      body: { problem_type: 'Harassment', description, userId: ben.user._id, messageId: message._id },
    })
  ).data
  const cem = await person(page, 'Cem')
  const callsAs = async ({ email, password }: { email: string; password: string }) =>
    callsOf(page, (await callsOf(page).login({ body: { email, password } })).data.token)
  const staff = await callsAs(administrator)
  const { decision } = (
    await staff.decide({
      params: { id: cem.user._id },
      body: { kind: 'suspend', days: 7, rule: 6, category: 'scam', facts: 'Asked for gift cards on Monday.' },
    })
  ).data
  // The suspension ended Cem's session.
  const suspended = await callsAs(cem)
  await suspended.appealDecision({
    params: { id: decision._id },
    body: { message: 'My brother used my phone on Monday.' },
  })
  const people = { members: ada, suspended: cem, staff: administrator }
  const paths = {
    visitor: [`/shared-date#token=${token}`],
    members: [`/members/${ben.user._id}`, `/chat/${matchId}`, '/dates', `/support?report=${report._id}`],
    suspended: ['/support', '/settings'],
    staff: [`/users/${cem.user._id}`, `/reports/${report._id}`, '/appeals'],
  }
  return { people, paths }
}
