import type { Violation } from '@kindred/contract/moderation/decisions'
import type { Report, ReportDetail } from '@kindred/contract/moderation/report'

const ofDetail: Record<ReportDetail, Violation> = {
  scam: 'scam',
  fake_profile: 'fake_profile',
  underage: 'minor',
  threats: 'threats',
  intimate_image: 'intimate_image',
  sexual: 'sexual',
  hate: 'hate',
  unwanted: 'harassment',
  offline: 'harassment',
  spam: 'spam',
}

/** Suggests the violation that matches the reporter's reason. */
export function violationOf({ detail, problem_type }: Pick<Report, 'detail' | 'problem_type'>): Violation {
  if (detail) return ofDetail[detail]
  return problem_type === 'Harassment' ? 'harassment' : 'other'
}
