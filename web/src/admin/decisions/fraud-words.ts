import type { FraudReader, FraudWarning } from '@kindred/contract/moderation/fraud-warnings'
import { useLingui } from '@lingui/react/macro'

export function useRuleSets(): Record<FraudReader['ruleSet'], string> {
  const { t } = useLingui()
  return { received: t`Received messages`, answered: t`Received messages and replied` }
}

export function useWarningWords() {
  const { t } = useLingui()
  const states: Record<FraudWarning['state'], string> = {
    planned: t`Planned`,
    held: t`On hold`,
    sent: t`Sent`,
    canceled: t`Canceled`,
  }
  const mails: Record<FraudWarning['log'][number]['mail'], string> = {
    queued: t`Email is being sent`,
    sent: t`Email sent`,
    failed: t`Email failed`,
    none: t`In the app only`,
  }
  return { states, mails }
}
