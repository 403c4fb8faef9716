import type { DuplicatePhoto, DuplicatePhotoOutcome } from '@kindred/contract/moderation/picture-sweep'
import { useLingui } from '@lingui/react/macro'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { useMay } from '../../session/rights.ts'
import { Unsaved } from '../../ui/unsaved.tsx'
import { DecisionCard } from '../case/decision-card.tsx'
import { KeyHint } from '../case/key-hint.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'

type Input = { outcome: DuplicatePhotoOutcome; note?: string; remember?: boolean }
type Props = {
  picture: DuplicatePhoto
  isSeen: boolean
  /** True while a fake, which can have a note, is being entered. */
  isFake: boolean
  onFake: (isFake: boolean) => void
  busy: boolean
  onDecide: (input: Input) => void
}

export function DuplicateDecision({ picture, isSeen, isFake, onFake, busy, onDecide }: Props) {
  const { t } = useLingui()
  return (
    <DecisionCard>
      {isFake ? (
        <Fake id={picture._id} busy={busy} onCancel={() => onFake(false)} onDecide={onDecide} />
      ) : (
        <>
          {picture.earlier && (
            <Button
              aria-keyshortcuts="a"
              disabled={busy || !isSeen}
              onClick={() => onDecide({ outcome: 'same_person' })}
            >
              {t`Same person`}
              <KeyHint>a</KeyHint>
            </Button>
          )}
          <Button tone="danger" aria-keyshortcuts="r" disabled={!isSeen} onClick={() => onFake(true)}>
            {t`Mark as fake…`}
            <KeyHint>r</KeyHint>
          </Button>
          <Button
            tone="quiet"
            aria-keyshortcuts="x"
            disabled={busy || !isSeen}
            onClick={() => onDecide({ outcome: 'dismissed' })}
          >
            {t`Dismiss`}
            <KeyHint>x</KeyHint>
          </Button>
        </>
      )}
      <p className="text-small text-muted">
        {isSeen
          ? t`Nothing happens to these accounts automatically. To restrict one, use “Take action…”.`
          : t`Take a look before you decide.`}
      </p>
    </DecisionCard>
  )
}

type FakeProps = { id: string; busy: boolean; onCancel: () => void; onDecide: (input: Input) => void }

function Fake({ id, busy, onCancel, onDecide }: FakeProps) {
  const { t } = useLingui()
  // The watchlist belongs to those who manage monitoring.
  const mayRemember = useMay()('monitoring')
  const entered = useFormDraft(`fake.${id}`, { note: '', remember: mayRemember })
  const { note, remember } = entered.value
  const go = () => {
    entered.forget()
    onDecide({ outcome: 'fake', remember: remember && mayRemember, ...(note.trim() ? { note: note.trim() } : {}) })
  }
  return (
    <>
      <Unsaved of={entered} />
      <TextArea
        label={t`Note`}
        optional={t`(optional)`}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the key that opened the form is also about its field
        autoFocus
        rows={3}
        maxLength={300}
        value={note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      {mayRemember && (
        <Tick
          label={t`Find this photo on other accounts`}
          checked={remember}
          onChange={({ target }) => entered.change({ remember: target.checked })}
        />
      )}
      <Button tone="danger-solid" busy={busy} onClick={go}>{t`Mark as fake`}</Button>
      <Button tone="quiet" onClick={entered.forgetAnd(onCancel)}>{t`Cancel`}</Button>
    </>
  )
}
