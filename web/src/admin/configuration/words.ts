import type { Configuration, WordListName } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'

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
  }
}

/** The name of each word list, and the effect of a matching word. */
export function useListNames(): Record<WordListName, [name: string, effect: string]> {
  const { t } = useLingui()
  return {
    minors: [t`Child safety`, t`Makes a report critical, as does any mention of an age under 18.`],
    intimate: [t`Intimate images`, t`Makes a report critical.`],
    threats: [t`Threats to life`, t`Makes a report critical.`],
    fraud: [t`Scams`, t`Adds 35 points to a report’s priority.`],
    hate: [t`Hate speech`, t`Adds 30 points to a report’s priority.`],
    money: [t`Requests for money`, t`Recipients see a gentle warning.`],
    elsewhere: [
      t`Moving to another app`,
      t`Recipients see a gentle warning. Messages with a phone number also trigger one.`,
    ],
  }
}
