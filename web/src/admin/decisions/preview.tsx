import type { DecisionPreview } from '@kindred/contract/moderation/decisions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDecisionWords } from '../../words/use-decision-words.ts'

/** What a decision does, and the email about it, for those who make or approve it. */
export function Preview({ preview }: { preview: DecisionPreview }) {
  const { t } = useLingui()
  const { effects, notice, standing } = preview
  const { strikes, recommended } = standing
  const { kinds } = useDecisionWords()
  const step = kinds[recommended.kind]
  const { days } = recommended
  return (
    <section className="grid gap-3 rounded-md bg-sunken p-4" aria-label={t`Effects`} aria-live="polite">
      <p className="text-small">
        <Plural value={strikes} _0="No strikes so far." one="# strike so far." other="# strikes so far." />{' '}
        {days === null ? (
          t`Recommended: ${step}`
        ) : (
          <Trans>
            Recommended: {step}, <Plural value={days} one="# day" other="# days" />
          </Trans>
        )}
      </p>
      <ul className="grid list-disc gap-1 ps-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <details>
        <summary className="cursor-pointer font-medium">{t`Email preview`}</summary>
        <div className="mt-2 grid gap-2" lang={notice.language} dir="auto">
          <b>{notice.subject}</b>
          <p className="text-small whitespace-pre-line">{notice.text}</p>
        </div>
      </details>
    </section>
  )
}
