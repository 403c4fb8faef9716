import { useLingui } from '@lingui/react/macro'

/** What each status and plan is called. */
export function useNames(): Record<string, string> {
  const { t } = useLingui()
  return {
    active: t`Active`,
    trialing: t`Trial`,
    past_due: t`Past due`,
    canceled: t`Ended`,
    incomplete: t`Not paid yet`,
    incomplete_expired: t`Never paid`,
    monthly: t`Monthly`,
    quarterly: t`Quarterly`,
    annual: t`Annual`,
  }
}
