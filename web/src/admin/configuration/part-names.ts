import type { Configuration } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'

/** The names of the settings of the whole configuration. */
export function usePartNames(): Record<keyof Configuration, string> {
  const { t } = useLingui()
  return {
    brand: t`Name`,
    supportEmail: t`Support address`,
    currency: t`Currency`,
    prices: t`Prices`,
    automaticTax: t`Automatic tax`,
    trialDays: t`Trials`,
    yourTurnLimit: t`Your turn`,
    figures: t`Marketing stats`,
    rules: t`Community rules`,
    cannedReplies: t`Canned replies`,
    wordLists: t`Word lists`,
    operator: t`Operator`,
    documents: t`Legal texts and pages`,
    look: t`Look`,
    admission: t`Who may join`,
    age: t`Proof of age`,
    house: t`What members may do`,
    fields: t`Profile fields`,
    questions: t`Questions`,
    firstSteps: t`First steps`,
    texts: t`Texts and languages`,
    emails: t`Emails`,
    profileValues: t`Profile values`,
  }
}
