import { useLingui } from '@lingui/react/macro'
import { useProblemType } from '../../api/use-problem-type.ts'
import { useLinkReasons } from '../account-links/words.ts'
import { usePhotoProblems, useVoiceProblems } from '../reviews/words.ts'
import { useFoundReasons } from '../same-pictures/words.ts'
import { useGenderName } from '../state-words.ts'
import { useNames } from '../users/filter-names.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { useListNames, usePartNames } from '../configuration/words.ts'
import { useRuleWords } from '../monitoring/words.ts'
import { useReportWords } from '../reports/words.ts'
import { useRoleNames } from '../role-names.ts'
import { useAnswerNames } from '../second-looks/words.ts'
import { isAboutReport } from './sentences.ts'

type Words = Readonly<Record<string, string>>

/** The words for values that the log keeps as codes, such as the status of a report or the kind of a decision. */
export function useValueWords(): (action: string, field: string, value: string) => string {
  const { t } = useLingui()
  const { statuses, priorities } = useReportWords()
  const { states, violations }: Record<string, Words> = useDecisionWords()
  const rules = useRuleWords()
  const roles: Words = useRoleNames()
  const lists = useListNames()
  const [filters, typeName, genderName] = [useNames(), useProblemType(), useGenderName()]
  const ofReports: Words = { ...statuses, ...priorities }
  const byField: Record<string, Words> = {
    // Of decisions, of second looks, and of what needs an approval.
    kind: {
      ...useAnswerNames(),
      deactivate: t`Deactivation`,
      role: t`Role`,
      bulk: t`Bulk action`,
      decision: t`Decision`,
    },
    role: roles,
    category: violations,
    why: { ...useLinkReasons(), ...useFoundReasons() },
    problem: Object.fromEntries([...usePhotoProblems(), ...useVoiceProblems()].map(({ value, name }) => [value, name])),
    type: { vip: filters.vip, free: filters.free },
    changed: usePartNames(),
    lists: Object.fromEntries(Object.entries(lists).map(([list, [name]]) => [list, name])),
    rule: Object.fromEntries(Object.entries(rules).map(([rule, [name]]) => [rule, name])),
  }
  const ofAction = (action: string): Words => {
    if (isAboutReport(action)) return ofReports
    if (action.startsWith('decision.') || /^account\.(de)?activated$/.test(action)) return states
    return action === 'staff-role.changed' ? roles : {}
  }
  return (action, field, value) => {
    if (field === 'gender' && value) return genderName(value)
    if (field === 'problem_type') return typeName(value)
    return byField[field]?.[value] ?? ofAction(action)[value] ?? value
  }
}
