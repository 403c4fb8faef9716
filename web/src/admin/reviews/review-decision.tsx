import { useLingui } from '@lingui/react/macro'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { DecisionCard } from '../case/decision-card.tsx'
import { KeyHint } from '../case/key-hint.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { kbdClass } from '../layout/keys.ts'
import type { Item, Rejection } from './use-reviews.ts'
import type { Named } from './words.ts'

type Props = {
  item: Item
  isSeen: boolean
  problems: Named<NonNullable<Rejection['problem']>>
  isRejecting: boolean
  onDecide: (isApproved: boolean) => void
  onReject: (why: Rejection) => void
  onCancel: () => void
}

export function ReviewDecision({ item, isSeen, isRejecting, onDecide, ...rejection }: Props) {
  const { t } = useLingui()
  const isCheck = item.kind === 'check'
  return (
    <DecisionCard>
      {isRejecting ? (
        <Reject item={item} {...rejection} />
      ) : (
        <>
          <Button aria-keyshortcuts="a" disabled={!isSeen} onClick={() => onDecide(true)}>
            {isCheck ? t`Same person` : t`Approve`}
            <KeyHint>a</KeyHint>
          </Button>
          <Button tone="danger" aria-keyshortcuts="r" disabled={!isSeen} onClick={() => onDecide(false)}>
            {isCheck ? t`Different people` : t`Reject…`}
            <KeyHint>r</KeyHint>
          </Button>
          {!isSeen && (
            <p className="text-small text-muted">
              {item.kind === 'voice' ? t`Listen before you decide.` : t`Take a look before you decide.`}
            </p>
          )}
        </>
      )}
    </DecisionCard>
  )
}

/** Each reason is a button that rejects. Something else has to be described. */
function Reject({ item, problems, onReject, onCancel }: Pick<Props, 'item' | 'problems' | 'onReject' | 'onCancel'>) {
  const { t } = useLingui()
  const { name } = item.waiting.user
  const entered = useFormDraft(`reject.${item.waiting._id}`, { note: '' })
  const note = entered.value.note.trim()
  const reject = (problem: NonNullable<Rejection['problem']>) => {
    entered.forget()
    onReject({ problem, ...(note ? { reason: note } : {}) })
  }
  return (
    <>
      <p className="text-small text-muted">{t`${name} gets this by email, in their language.`}</p>
      <ul className="grid gap-2" aria-label={t`Reason`}>
        {problems.map(({ value, name: text }, at) => (
          <li key={value}>
            <Button
              tone="quiet"
              className="w-full justify-start!"
              aria-keyshortcuts={value === 'other' ? undefined : String(at + 1)}
              disabled={value === 'other' && !note}
              onClick={() => reject(value)}
            >
              {value !== 'other' && <kbd className={`${kbdClass} phone:hidden pointer-coarse:hidden`}>{at + 1}</kbd>}
              {text}
            </Button>
          </li>
        ))}
      </ul>
      <Unsaved of={entered} />
      <TextArea
        label={t({ message: 'Note', context: 'to the member' })}
        hint={t`${name} will see exactly what you write.`}
        optional={t`(optional)`}
        rows={3}
        maxLength={1000}
        value={entered.value.note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      <Button tone="quiet" onClick={entered.forgetAnd(onCancel)}>{t`Cancel`}</Button>
    </>
  )
}
