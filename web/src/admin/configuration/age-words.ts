import type { AgeMethod, AgeMoment } from '@kindred/contract/identity/age'
import { useLingui } from '@lingui/react/macro'

/** The names of the moments and ways, which lists of changes need without their explanations. */
export function useMomentNames(): Record<AgeMoment, string> {
  const { t } = useLingui()
  return { joining: t`To be let in`, message: t`Before writing to anyone`, report: t`After a report about a minor` }
}

export function useMethodNames(): Record<AgeMethod, string> {
  const { t } = useLingui()
  return {
    openid: t`An identity provider`,
    wallet: t`The EU’s proof of age`,
    document: t`A photo of a document`,
    selfie: t`A selfie`,
  }
}
