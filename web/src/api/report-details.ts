import type { ReportDetail } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useProblemType } from './use-problem-type.ts'

export function useReportDetail() {
  const { t } = useLingui()
  return {
    scam: t`Scam, or asks for money`,
    fake_profile: t`Fake profile, or someone else’s photos`,
    underage: t`Someone under 18`,
    threats: t`Threats or violence`,
    intimate_image: t`Intimate photo shared without consent`,
    sexual: t`Nudity or sexual messages`,
    hate: t`Hate or insults`,
    unwanted: t`Won’t stop messaging`,
    offline: t`Something that happened in person`,
    spam: t`Spam or advertising`,
  }
}

export function useReportKind(): (type: string, detail?: ReportDetail | null) => string {
  const typeName = useProblemType()
  const details = useReportDetail()
  return (type, detail) => [typeName(type), ...(detail ? [details[detail]] : [])].join(' · ')
}
