import type { Configuration, WordListName } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'

/** What the parts of the configuration are called. */
export function usePartNames(): Record<keyof Configuration, string> {
  const { t } = useLingui()
  return {
    brand: t`Name`,
    supportEmail: t`Support address`,
    prices: t`Prices`,
    trialDays: t`Trials`,
    rules: t`Community rules`,
    cannedReplies: t`Canned replies`,
    wordLists: t`Word lists`,
  }
}

/** What each list of words is for: its name, and what comes of a word that is found. */
export function useListNames(): Record<WordListName, [name: string, effect: string]> {
  const { t } = useLingui()
  return {
    minors: [t`A minor in danger`, t`A report with one of these is critical. So is one that names an age under 18.`],
    intimate: [t`Intimate images`, t`A report with one of these is critical.`],
    threats: [t`A threat to somebody's life`, t`A report with one of these is critical.`],
    fraud: [t`Fraud`, t`Adds 35 to how urgent a report is.`],
    hate: [t`Hate`, t`Adds 30 to how urgent a report is.`],
    money: [t`Asking for money`, t`Whoever reads such a message is kindly warned.`],
    elsewhere: [
      t`Leading elsewhere`,
      t`Whoever reads such a message, or one with a telephone number, is kindly warned.`,
    ],
  }
}
