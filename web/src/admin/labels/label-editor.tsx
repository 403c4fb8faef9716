import { type Label, labelTones, type LabelTone, LONGEST_LABEL, MOST_LABELS } from '@kindred/contract/moderation/label'
import { useLingui } from '@lingui/react/macro'
import { Check, Pencil, Plus, Tag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useMay } from '../../session/rights.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { folded } from '../../ui/folded.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Popover } from '../../ui/popover.tsx'
import { LabelBadge } from './label-list.tsx'
import { type Labelled, useChangeLabels, useTeamLabels } from './use-labels.ts'

type Props = Labelled & { labels: readonly Label[] | undefined }

/** The labels of a user or report, and a menu that finds, makes, adds and removes them. */
export default function LabelEditor({ labels = [], ...of }: Props) {
  const { t } = useLingui()
  const may = useMay()
  if (!may('reports.work')) return null
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={t`Labels`}>
      {labels.map((label) => (
        <LabelBadge key={label._id} label={label} />
      ))}
      <Popover
        label={t`Labels`}
        className={buttonClass('ghost', 'sm')}
        trigger={
          <>
            <Tag size={16} />
            {labels.length > 0 ? t`Labels` : t`Add label`}
          </>
        }
      >
        <Panel labels={labels} {...of} />
      </Popover>
    </div>
  )
}

function Panel({ labels, ...of }: Props & { labels: readonly Label[] }) {
  const { t } = useLingui()
  const all = useTeamLabels()
  const mayEdit = useMay()('configuration')
  const change = useChangeLabels(of)
  const [text, setText] = useState('')
  const [tone, setTone] = useState<LabelTone>('neutral')
  const [editing, setEditing] = useState<Label>()
  const typed = text.trim()
  const found = all.filter(({ name }) => folded(name).includes(folded(typed)))
  const isNew = typed !== '' && !all.some(({ name }) => folded(name) === folded(typed))
  const isFull = labels.length >= MOST_LABELS
  const busy = change.add.isPending || change.remove.isPending
  const has = ({ _id }: Label) => labels.some((each) => each._id === _id)
  const toggle = (label: Label) =>
    has(label) ? change.remove.mutate(label._id) : change.add.mutate({ name: label.name, tone: label.tone })
  const make = () => change.add.mutate({ name: typed, tone }, { onSuccess: () => setText('') })
  const failure = change.add.error ?? change.remove.error
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The browser shows the panel only after this event, and until then nothing in it takes the focus.
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [editing])
  if (editing) return <EditLabel label={editing} change={change} onClose={() => setEditing(undefined)} />
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const [only, ...others] = found
        if (busy) return
        if (isNew && found.length === 0) make()
        else if (only && others.length === 0) toggle(only)
      }}
    >
      <TextField
        label={t`Find or create a label`}
        maxLength={LONGEST_LABEL}
        autoComplete="off"
        ref={field}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorNote>{failure && errorText(failure)}</ErrorNote>
      {isFull && (
        <p className="text-caption text-muted">{t`At most ${MOST_LABELS} labels. Remove one to add another.`}</p>
      )}
      <ul className="grid max-h-64 gap-0.5 overflow-y-auto" aria-label={t`Labels`}>
        {found.map((label) => (
          <li key={label._id} className="flex items-center gap-1">
            <button
              type="button"
              role="checkbox"
              aria-checked={has(label)}
              className={rowClass}
              disabled={busy || (isFull && !has(label))}
              onClick={() => toggle(label)}
            >
              <Check className={`icon flex-none ${has(label) ? '' : 'invisible'}`} />
              <LabelBadge label={label} />
            </button>
            {mayEdit && (
              <IconButton label={t`Edit ${label.name}`} tone="ghost" size="sm" onClick={() => setEditing(label)}>
                <Pencil size={16} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {isNew && !isFull && (
        <div className="grid gap-2 border-t border-line pt-2">
          <Tones tone={tone} onChange={setTone} />
          <Button tone="quiet" size="sm" className="justify-self-start" busy={change.add.isPending} onClick={make}>
            <Plus size={16} />
            {t`Create “${typed}”`}
          </Button>
        </div>
      )}
    </form>
  )
}

const rowClass =
  'flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-md border-0 bg-transparent px-2 text-start ' +
  'hover:bg-sunken disabled:opacity-50 pointer-coarse:min-h-11'

/** The colors of badges, each with its name for those who can't tell them apart. */
function Tones({ tone, onChange }: { tone: LabelTone; onChange: (tone: LabelTone) => void }) {
  const { t } = useLingui()
  const names: Record<LabelTone, string> = {
    neutral: t({ message: 'Gray', context: 'color' }),
    info: t({ message: 'Blue', context: 'color' }),
    positive: t({ message: 'Green', context: 'color' }),
    warning: t({ message: 'Yellow', context: 'color' }),
    danger: t({ message: 'Red', context: 'color' }),
  }
  return (
    <fieldset className="flex flex-wrap gap-1.5 border-0 p-0">
      <legend className="sr-only">{t({ message: 'Color', context: 'label' })}</legend>
      {labelTones.map((each) => (
        <label
          key={each}
          className="cursor-pointer rounded-sm p-0.5 has-checked:shadow-[0_0_0_2px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:p-2.5"
        >
          <input
            type="radio"
            className="sr-only"
            name="tone"
            value={each}
            checked={each === tone}
            onChange={() => onChange(each)}
          />
          <LabelBadge label={{ _id: each, name: names[each], tone: each }} />
        </label>
      ))}
    </fieldset>
  )
}

type EditProps = { label: Label; change: ReturnType<typeof useChangeLabels>; onClose: () => void }

function EditLabel({ label, change: { edit, erase }, onClose }: EditProps) {
  const { t } = useLingui()
  const [name, setName] = useState(label.name)
  const [tone, setTone] = useState(label.tone)
  const failure = edit.error ?? erase.error
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        edit.mutate({ _id: label._id, name: name.trim(), tone }, { onSuccess: onClose })
      }}
    >
      <TextField
        label={t`Name`}
        required
        maxLength={LONGEST_LABEL}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Tones tone={tone} onChange={setTone} />
      <ErrorNote>{failure && errorText(failure)}</ErrorNote>
      <p className="text-caption text-muted">{t`Changes apply wherever the label is used.`}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={edit.isPending} disabled={!name.trim()}>{t`Save`}</Button>
        <Button tone="quiet" size="sm" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          tone="danger"
          size="sm"
          className="ms-auto"
          busy={erase.isPending}
          onClick={() => erase.mutate(label._id, { onSuccess: onClose })}
        >{t`Delete label`}</Button>
      </div>
    </form>
  )
}
