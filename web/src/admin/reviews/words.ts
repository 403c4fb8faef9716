import type { PhotoProblem, VoiceProblem } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'

export type Named<Problem> = { value: Problem; name: string }[]

export function usePhotoProblems(): Named<PhotoProblem> {
  const { t } = useLingui()
  return [
    { value: 'nobody', name: t`Not the member` },
    { value: 'someone_else', name: t`Shows someone else` },
    { value: 'unclear', name: t`Face not recognizable` },
    { value: 'nudity', name: t`Nudity` },
    { value: 'minor', name: t`Shows a child` },
    { value: 'contact', name: t`Contact details or an ad` },
    { value: 'other', name: t`Something else` },
  ]
}

export function useVoiceProblems(): Named<VoiceProblem> {
  const { t } = useLingui()
  return [
    { value: 'abuse', name: t`Insults or threats` },
    { value: 'sexual', name: t`Sexual content` },
    { value: 'minor', name: t`Shows a child` },
    { value: 'contact', name: t`Contact details or an ad` },
    { value: 'other', name: t`Something else` },
  ]
}
