import { problemTypes } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useProblemType } from '../../api/use-problem-type.ts'
import { useDecisionWords } from '../use-decision-words.ts'

/** Names of groups in words. An unknown one is shown as it is. */
export function useGroupNames() {
  const { t } = useLingui()
  const typeName = useProblemType()
  const { kinds, states, violations } = useDecisionWords()
  const names: Record<string, string> = {
    ...kinds,
    ...states,
    ...violations,
    report: t`After a report`,
    own: t`Found by staff`,
    demote: t`Demoted in Discover`,
    rule: t`Found by monitoring rules`,
    automated: t`Automated`,
    'partly automated': t`Partly automated`,
    'by a person': t`By staff`,
    upheld: t`Upheld`,
    open: t({ message: 'Open', context: 'state' }),
    member: t`By members`,
    reporter: t`By reporters`,
    masked: t`Small groups`,
  }
  return (name: string): string => {
    const type = problemTypes.find((each) => each === name)
    return type ? typeName(type) : (names[name] ?? name)
  }
}
