import { callsSection } from './calls-section.ts'
import { capacitySection } from './capacity-section.ts'
import { deckSection } from './deck.ts'
import { fanOutSection } from './fan-out.ts'
import { backOfficeSection } from './back-office.ts'
import { moderationSection } from './moderation.ts'
import { jobsSection } from './jobs.ts'
import { orderSection } from './order.ts'
import { profileSection } from './profile.ts'
import type { Run } from './run.ts'
import { searchSection } from './search.ts'
import { socketsSection } from './sockets.ts'
import { likesSection, messagesSection } from './writes.ts'

const sections = {
  profile: profileSection,
  deck: deckSection,
  order: orderSection,
  search: searchSection,
  'back-office': backOfficeSection,
  moderation: moderationSection,
  likes: likesSection,
  messages: messagesSection,
  capacity: capacitySection,
  calls: callsSection,
  sockets: socketsSection,
  'fan-out': fanOutSection,
  jobs: jobsSection,
}

export type SectionName = keyof typeof sections
export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name)
export const sectionNames: readonly SectionName[] = Object.keys(sections).filter(isSection)

/** Runs a section. A failure becomes the section's result, so that the others are still measured. */
export async function runSection(name: SectionName, run: Run): Promise<void> {
  try {
    await sections[name](run)
  } catch (error) {
    const beside = error instanceof Error ? error.message : String(error)
    run.add({ what: name, measured: 'broken off', beside, bar: 'measured to its end', met: false })
  }
}
