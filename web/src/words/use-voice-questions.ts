import type { VoiceQuestion } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'

export function useVoiceQuestions(): Record<VoiceQuestion, string> {
  const { t } = useLingui()
  return {
    story: t`A story I love to tell`,
    laugh: t`What always makes me laugh`,
    name: t`How to pronounce my name`,
    sunday: t`A perfect Sunday`,
    learning: t`I’m learning`,
    'little-thing': t`A little thing I love`,
    'get-along': t`We’ll get along if`,
    talent: t`My most useless talent`,
  }
}
