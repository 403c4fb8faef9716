import type { SecondAnswer } from '@kindred/contract/moderation/blind-reviews'
import { useLingui } from '@lingui/react/macro'
import { useDecisionWords } from '../../words/use-decision-words.ts'

export function useAnswerNames(): Record<SecondAnswer, string> {
  const { t } = useLingui()
  const { kinds } = useDecisionWords()
  return { ...kinds, none: t`No action: no violation` }
}
