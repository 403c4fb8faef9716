import type { OrderFit } from '@kindred/contract/discovery/order'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

export function useShare(): (share: number) => string {
  const { i18n } = useLingui()
  return (share) => i18n.number(share, { style: 'percent', maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 })
}

export function useFitWords() {
  const { t, i18n } = useLingui()
  const share = useShare()
  const figure = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })
  return {
    nameOf: ({ version }: OrderFit) => (version === 0 ? t`original settings` : t`version ${version}`),
    basisOf: ({ version, choices, calibration }: OrderFit) => {
      if (version === 0) return t`Typical values, not trained on your community’s likes and passes.`
      const basis = plural(choices, { one: '# swipe', other: '# swipes' })
      return calibration === null
        ? t`Trained on ${basis}.`
        : t`Trained on ${basis}; calibration ${figure(calibration)}.`
    },
    /** The error on the latest tenth of the swipes, compared with the version in use at that time. */
    comparisonOf: ({ loss, lossInUse }: OrderFit) => {
      if (loss === null || lossInUse === null) return '–'
      const change = share(Math.abs(1 - loss / lossInUse))
      if (loss === lossInUse) return t`As good as the version in use`
      return loss < lossInUse ? t`${change} lower error` : t`${change} higher error`
    },
    outcomeOf: ({ version, adopted, inUse, loss, lossInUse }: OrderFit, isPinned: boolean) => {
      if (inUse) return isPinned ? t`In use (pinned)` : t`In use`
      if (version === 0) return t`Can be used at any time`
      if (adopted) return t`Replaced by a better version`
      const isBetter = loss !== null && lossInUse !== null && loss < lossInUse
      return isBetter ? t`Not used: another version was pinned` : t`Not used: worse than the current version`
    },
  }
}
