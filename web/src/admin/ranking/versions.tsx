import type { OrderFit } from '@kindred/contract/discovery/order'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { usePin } from './use-ranking.ts'
import { useFitWords } from './words.ts'

export function Versions({ fits, isPinned }: { fits: readonly OrderFit[]; isPinned: boolean }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const { comparisonOf, outcomeOf } = useFitWords()
  return (
    <section className="card grid gap-3 overflow-hidden p-0" aria-labelledby="versions">
      <div className="grid max-w-[48rem] gap-1 px-5 pt-5">
        <h2 id="versions">{t`Versions`}</h2>
        <p className="text-muted">
          <Trans>
            Each version predicts the newest 10% of likes and passes, which it wasn’t trained on, and is compared with
            the version in use at the time. A calibration of 1 is perfect. Below 1, predictions are too extreme; above
            1, too cautious.
          </Trans>
        </p>
      </div>
      <Table
        caption={t`Ranking versions`}
        rows={fits}
        keyOf={({ version }) => String(version)}
        columns={[
          { head: t`Version`, cell: ({ version }) => (version === 0 ? t`Original` : i18n.number(version)) },
          { head: t`Trained`, cell: ({ version, fittedAt }) => (version === 0 ? '–' : formats.dayAndTime(fittedAt)) },
          { head: t`Swipes`, cell: ({ version, choices }) => (version === 0 ? '–' : i18n.number(choices)) },
          {
            head: t`Calibration`,
            cell: ({ calibration }) =>
              calibration === null ? '–' : i18n.number(calibration, { maximumFractionDigits: 2 }),
          },
          { head: t`Compared with the one in use`, cell: comparisonOf },
          { head: t`Outcome`, cell: (fit) => outcomeOf(fit, isPinned) },
          { head: t`Actions`, acts: true, cell: (fit) => (fit.inUse && isPinned ? null : <Pin fit={fit} />) },
        ]}
      />
    </section>
  )
}

function Pin({ fit }: { fit: OrderFit }) {
  const { t } = useLingui()
  const { nameOf } = useFitWords()
  const pin = usePin(t`Pinned. Later versions are saved, but not used.`)
  return (
    <Button
      tone="quiet"
      size="sm"
      busy={pin.isPending}
      aria-label={t`Pin ${nameOf(fit)}`}
      onClick={() => pin.mutate(fit.version)}
    >
      {t`Pin`}
    </Button>
  )
}
